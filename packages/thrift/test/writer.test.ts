import { describe, expect, test } from 'vitest';
import { CompactReader, CompactWriter, WireType } from '../src/index.js';

function written(write: (writer: CompactWriter) => void): number[] {
  const writer = new CompactWriter();
  write(writer);
  return [...writer.finish()];
}

describe('CompactWriter', () => {
  test('CompactWriter writes short field headers for ids 1 to 15 above the previous id, and long headers for all other ids', () => {
    const bytes = written((writer) => {
      const outer = writer.beginStruct();
      writer.writeBoolField(15, true);
      writer.writeBoolField(31, false);
      writer.writeBoolField(30, true);
      writer.writeBoolField(30, true);
      writer.writeBoolField(32767, false);
      writer.endStruct(outer);
    });
    expect(bytes).toEqual([0xf1, 0x02, 0x3e, 0x01, 0x3c, 0x01, 0x3c, 0x02, 0xfe, 0xff, 0x03, 0x00]);
  });

  test('CompactWriter writes short list headers for up to 14 elements, and long headers for 15 or more', () => {
    expect(written((writer) => writer.writeListHeader(WireType.I32, 14))).toEqual([0xe5]);
    expect(written((writer) => writer.writeListHeader(WireType.I32, 15))).toEqual([0xf5, 0x0f]);
    expect(written((writer) => writer.writeMapHeader(WireType.I32, WireType.I32, 0))).toEqual([0x00]);
  });

  test('CompactWriter grows its memory from a capacity of 0, and finish returns a copy of the bytes', () => {
    const writer = new CompactWriter(0);
    const long = new Uint8Array(100_000).map((_, index) => index);
    writer.writeBinary(long);
    const first = writer.finish();
    writer.writeI8(1);
    expect(new CompactReader(first).readBinary()).toEqual(long);
    expect(first.buffer.byteLength).toBe(first.length);
    expect(writer.byteLength).toBe(first.length + 1);
  });

  test.each([0, 1, -1, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, -(2 ** 32), 2 ** 53 - 1, -(2 ** 53) + 1])(
    'the i64 %d is written as the same bytes whether passed as a number or as a bigint',
    (value) => {
      const number = written((writer) => writer.writeI64(value));
      expect(number).toEqual(written((writer) => writer.writeI64(BigInt(value))));
      expect(new CompactReader(new Uint8Array(number)).readI64()).toBe(value);
    },
  );

  test('CompactWriter keeps the sign of zero in doubles', () => {
    expect(written((writer) => writer.writeDouble(-0))).toEqual([0, 0, 0, 0, 0, 0, 0, 0x80]);
    expect(written((writer) => writer.writeDouble(1.5))).toEqual([0, 0, 0, 0, 0, 0, 0xf8, 0x3f]);
  });

  test('CompactWriter writes strings as UTF-8, and an unpaired surrogate as U+FFFD', () => {
    expect(written((writer) => writer.writeString('é'))).toEqual([0x02, 0xc3, 0xa9]);
    expect(written((writer) => writer.writeString('\ud800'))).toEqual([0x03, 0xef, 0xbf, 0xbd]);
  });

  test.each<[string, (writer: CompactWriter) => void]>([
    ['an i8', (writer) => writer.writeI8(128)],
    ['an i16', (writer) => writer.writeI16(-32769)],
    ['an i32', (writer) => writer.writeI32(2 ** 31)],
    ['a fractional i32', (writer) => writer.writeI32(0.5)],
    ['NaN as an i32', (writer) => writer.writeI32(Number.NaN)],
    ['an i64', (writer) => writer.writeI64(2 ** 53)],
    ['a bigint as an i64', (writer) => writer.writeI64(2n ** 63n)],
    ['a field id', (writer) => writer.writeFieldHeader(WireType.I32, 32768)],
    ['a UUID', (writer) => writer.writeUuid(new Uint8Array(15))],
  ])('writing %s that does not fit its type throws INVALID_ARGUMENT', (_, write) => {
    expect(() => written(write)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
  });
});
