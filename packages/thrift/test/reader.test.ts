import { defaultLimits, type ErrorCode } from '@marquetry/core';
import { describe, expect, test } from 'vitest';
import {
  CompactReader,
  type CompactReaderOptions,
  nameOfWireType,
  readBoolElement,
  readDouble,
  readI64Big,
  readString,
  readText,
  readUuid,
  WireType,
} from '../src/index.js';

function readerOf(bytes: readonly number[], options?: CompactReaderOptions): CompactReader {
  return new CompactReader(new Uint8Array(bytes), 0, options);
}

function fails(run: () => unknown, code: ErrorCode, reason: string | RegExp, offset?: number): void {
  let caught: unknown;
  try {
    run();
  } catch (error) {
    caught = error;
  }
  expect(caught).toMatchObject({ name: 'ParquetError', code, reason: expect.stringMatching(reason) });
  if (offset !== undefined) expect(caught).toMatchObject({ at: { offset } });
}

describe('CompactReader reads varints', () => {
  test.each([
    ['0', [0x00], 0],
    ['-1', [0x01], -1],
    ['63', [0x7e], 63],
    ['64', [0x80, 0x01], 64],
    ['2^31 - 1', [0xfe, 0xff, 0xff, 0xff, 0x0f], 2 ** 31 - 1],
    ['-2^31', [0xff, 0xff, 0xff, 0xff, 0x0f], -(2 ** 31)],
    ['0, padded to 5 bytes', [0x80, 0x80, 0x80, 0x80, 0x00], 0],
  ])('the reader reads the i32 %s', (_, bytes, value) => {
    for (const tail of [[], [0xff, 0xff, 0xff, 0xff, 0xff]]) {
      const reader = readerOf([...bytes, ...tail]);
      expect(reader.readI32()).toBe(value);
      expect(reader.position).toBe(bytes.length);
    }
  });

  test('a Thrift i32 of more than 32 bits is rejected as CORRUPT', () => {
    fails(() => readerOf([0xff, 0xff, 0xff, 0xff, 0x10]).readI32(), 'CORRUPT', '32 bits');
    fails(() => readerOf([0x80, 0x80, 0x80, 0x80, 0x80, 0x00]).readI32(), 'CORRUPT', '32 bits');
  });

  test.each([
    [0n, [0x00]],
    [-1n, [0x01]],
    [2n ** 31n, [0x80, 0x80, 0x80, 0x80, 0x10]],
    [-(2n ** 31n) - 1n, [0x81, 0x80, 0x80, 0x80, 0x10]],
    [2n ** 53n - 1n, [0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x1f]],
    [-(2n ** 53n) + 1n, [0xfd, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x1f]],
  ])('the reader reads the i64 %s', (value, bytes) => {
    expect(readerOf(bytes).readI64()).toBe(Number(value));
    expect(readI64Big(readerOf(bytes))).toBe(value);
  });

  test.each([
    [2n ** 53n, [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x20]],
    [-(2n ** 53n), [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x1f]],
    [-(2n ** 53n) - 1n, [0x81, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x20]],
    [2n ** 63n - 1n, [0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]],
    [-(2n ** 63n), [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]],
  ])('readI64Big reads the i64 %s exactly, and readI64 throws LIMIT', (value, bytes) => {
    expect(readI64Big(readerOf(bytes))).toBe(value);
    fails(() => readerOf(bytes).readI64(), 'LIMIT', '2\\^53');
  });

  test('a Thrift i64 of more than 64 bits is rejected as CORRUPT', () => {
    const nine = [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80];
    for (const bytes of [
      [...nine, 0x02],
      [...nine, 0x80, 0x00],
    ]) {
      fails(() => readerOf(bytes).readI64(), 'CORRUPT', '64 bits');
      fails(() => readI64Big(readerOf(bytes)), 'CORRUPT', '64 bits');
    }
  });

  test('a Thrift i16 of more than 16 bits is rejected as CORRUPT', () => {
    expect(readerOf([0xff, 0xff, 0x03]).readI16()).toBe(-32768);
    fails(() => readerOf([0x80, 0x80, 0x04]).readI16(), 'CORRUPT', 'an i16 must fit in 16 bits, got 32768');
  });
});

describe('CompactReader reads field headers', () => {
  test('the reader accepts the id of the private extension field: 32767 as Thrift writes it, and -16384 as in the example in BinaryProtocolExtensions.md', () => {
    for (const [id, head] of [
      [32767, [0x08, 0xfe, 0xff, 0x03]],
      [-16384, [0x08, 0xff, 0xff, 0x01]],
    ] as const) {
      const reader = readerOf([...head, 0x02, 0xaa, 0xbb, 0x00]);
      reader.beginStruct();
      expect(reader.nextField()).toBe(true);
      expect([reader.fieldId, reader.type]).toEqual([id, WireType.BINARY]);
      expect([...reader.readBinary()]).toEqual([0xaa, 0xbb]);
      expect(reader.nextField()).toBe(false);
    }
  });

  test('the id in a short field header is added to the previous id, even if that id was negative and in the long form', () => {
    const reader = readerOf([0x01, 0x13, 0x22, 0x11, 0x00]);
    reader.beginStruct();
    const seen: [number, boolean][] = [];
    while (reader.nextField()) seen.push([reader.fieldId, reader.readBool()]);
    expect(seen).toEqual([
      [-10, true],
      [-8, false],
      [-7, true],
    ]);
  });

  test('the first field id of an inner Thrift struct is relative to 0, not to the last id of the outer struct', () => {
    const reader = readerOf([0x5c, 0x15, 0x02, 0x00, 0x15, 0x04, 0x00]);
    const outer = reader.beginStruct();
    reader.nextField();
    const inner = reader.beginStruct();
    reader.nextField();
    expect([reader.fieldId, reader.readI32(), reader.nextField()]).toEqual([1, 1, false]);
    reader.endStruct(inner);
    reader.nextField();
    expect([reader.fieldId, reader.readI32(), reader.nextField()]).toEqual([6, 2, false]);
    reader.endStruct(outer);
  });

  test('Thrift types that do not exist are rejected as CORRUPT', () => {
    fails(() => readerOf([0x1e]).nextField(), 'CORRUPT', 'type 14');
    fails(() => readerOf([0x1f]).nextField(), 'CORRUPT', 'type 15');
    fails(() => readerOf([0x10]).nextField(), 'CORRUPT', 'type 0');
  });

  test('a Thrift field id above 32767 is rejected as CORRUPT', () => {
    const reader = readerOf([0x01, 0xfe, 0xff, 0x03, 0x11]);
    expect(reader.nextField()).toBe(true);
    fails(() => reader.nextField(), 'CORRUPT', '32768');
  });
});

describe('CompactReader reads lists and maps', () => {
  test('booleans in a Thrift list have one byte each: 1 is true, 2 and 0 are false', () => {
    const reader = readerOf([0x32, 0x01, 0x02, 0x00, 0x03]);
    expect(reader.readListHeader()).toBe(3);
    expect(reader.elementType).toBe(WireType.FALSE);
    expect([readBoolElement(reader), readBoolElement(reader), readBoolElement(reader)]).toEqual([true, false, false]);
    fails(() => readBoolElement(reader), 'CORRUPT', 'a boolean must be 0, 1 or 2, got 3');
  });

  test('an empty Thrift list may have any element type', () => {
    expect(readerOf([0x00]).readListHeader()).toBe(0);
    expect(readerOf([0x0f]).readListHeader()).toBe(0);
    fails(() => readerOf([0x10, 0x00]).readListHeader(), 'CORRUPT', 'type 0');
  });

  test('a Thrift count is checked against the remaining bytes and limits.listLength', () => {
    fails(() => readerOf([0x35, 0x00, 0x00]).readListHeader(), 'TRUNCATED', 'truncated', 3);
    fails(() => readerOf([0xf5, 0xff, 0xff, 0xff, 0xff, 0x07]).readListHeader(), 'TRUNCATED', 'truncated');
    fails(() => readerOf([0xf5, 0xff, 0xff, 0xff, 0xff, 0x0f]).readListHeader(), 'CORRUPT', 'negative');
    fails(() => readerOf([0x02, 0x55, 0, 0, 0]).readMapHeader(), 'TRUNCATED', 'truncated');
    const limits = { ...defaultLimits, listLength: 2 };
    expect(readerOf([0x25, 0, 0], { limits }).readListHeader()).toBe(2);
    fails(() => readerOf([0x35, 0, 0, 0], { limits }).readListHeader(), 'LIMIT', 'listLength');
  });

  test('every Thrift type can be skipped, as a field and as an element', () => {
    const uuid = Array.from({ length: 16 }, (_, index) => index);
    const values: [number, number[]][] = [
      [WireType.I8, [0x80]],
      [WireType.I16, [0x80, 0x01]],
      [WireType.I32, [0xff, 0xff, 0xff, 0xff, 0x0f]],
      [WireType.I64, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]],
      [WireType.DOUBLE, [1, 2, 3, 4, 5, 6, 7, 8]],
      [WireType.BINARY, [0x02, 0xff, 0xff]],
      [WireType.LIST, [0x21, 0x01, 0x00]],
      [WireType.SET, [0x29, 0x15, 0x00, 0x0c]],
      [WireType.MAP, [0x01, 0x1d, 0x02, ...uuid]],
      [WireType.MAP, [0x00]],
      [WireType.STRUCT, [0x11, 0x12, 0x00]],
      [WireType.UUID, uuid],
    ];
    for (const [type, bytes] of values) {
      const field = readerOf([0x10 | type, ...bytes, 0x00, 0xff]);
      field.nextField();
      field.skipField();
      expect([nameOfWireType(type), field.position]).toEqual([nameOfWireType(type), 1 + bytes.length]);
      const list = readerOf([0x30 | type, ...bytes, ...bytes, ...bytes, 0xff]);
      list.skipElements(type, list.readListHeader());
      expect([nameOfWireType(type), list.position]).toEqual([nameOfWireType(type), 1 + 3 * bytes.length]);
    }
    const booleans = readerOf([0x21, 0x01, 0x02, 0xff]);
    booleans.skipElements(WireType.TRUE, booleans.readListHeader());
    expect(booleans.position).toBe(3);
    expect([...readUuid(readerOf(uuid))]).toEqual(uuid);
  });
});

describe('CompactReader checks bounds and limits', () => {
  test.each([
    ['structs', 0x1c],
    ['lists', 0x19],
    ['sets', 0x1a],
  ])(
    '%s nested deeper than limits.thriftDepth throw LIMIT, and do not exhaust the stack even if that limit is infinite',
    (_, byte) => {
      const bytes = new Uint8Array(1_000_000).fill(byte);
      for (const thriftDepth of [1, 32, 1e9, Number.POSITIVE_INFINITY]) {
        const reader = new CompactReader(bytes, 0, { limits: { ...defaultLimits, thriftDepth } });
        fails(() => reader.skipElements(byte & 0x0f, 1), 'LIMIT', 'thriftDepth');
      }
    },
  );

  test('Thrift structs nested as deeply as limits.thriftDepth allows are read', () => {
    const bytes = [...Array.from({ length: 31 }, () => 0x1c), ...Array.from({ length: 32 }, () => 0x00)];
    const reader = readerOf(bytes);
    reader.skipElements(WireType.STRUCT, 1);
    expect(reader.position).toBe(63);
    fails(() => readerOf([0x1c, ...bytes]).skipElements(WireType.STRUCT, 1), 'LIMIT', '32');
  });

  test('skipping is linear: skipping a million one-byte structs visits each struct once', () => {
    let looks = 0;
    class CountingReader extends CompactReader {
      override nextField(): boolean {
        looks++;
        return super.nextField();
      }
    }
    const structs = new Uint8Array(1_000_000);
    const reader = new CountingReader(structs);
    reader.skipElements(WireType.STRUCT, structs.length);
    expect([reader.position, looks]).toEqual([structs.length, structs.length]);
  });

  test('reading beyond a byte limit throws LIMIT if there are more bytes, and TRUNCATED otherwise', () => {
    const limits = { ...defaultLimits, headerBytes: 4 };
    const options: CompactReaderOptions = { limits, byteLimit: 'headerBytes', part: 'page header' };
    fails(() => readerOf([0x04, 1, 2, 3, 4], options).readBinary(), 'LIMIT', 'headerBytes', 4);
    fails(() => readerOf([0x04, 1, 2, 3], options).readBinary(), 'TRUNCATED', 'truncated', 4);
    expect([...readerOf([0x03, 1, 2, 3, 4], options).readBinary()]).toEqual([1, 2, 3]);
    expect(() => readerOf([], options).nextField()).toThrow('page header, byte 0');
  });

  test('a Thrift length beyond 2^31 - 1 is rejected as CORRUPT', () => {
    fails(() => readerOf([0xff, 0xff, 0xff, 0xff, 0x0f]).readBinary(), 'CORRUPT', 'negative');
  });

  test('a reader position beyond the end throws TRUNCATED, and a negative or fractional position throws INVALID_ARGUMENT', () => {
    fails(() => new CompactReader(new Uint8Array(1), 2).nextField(), 'TRUNCATED', 'truncated', 1);
    fails(() => new CompactReader(new Uint8Array(1), 2).readI32(), 'TRUNCATED', 'truncated', 1);
    fails(() => new CompactReader(new Uint8Array(1), 2).advance(0), 'TRUNCATED', 'truncated', 1);
    for (const position of [-1, 0.5, Number.NaN, 2 ** 53]) {
      fails(() => new CompactReader(new Uint8Array(1), position), 'INVALID_ARGUMENT', 'position');
    }
  });
});

describe('CompactReader reads doubles, binary and strings', () => {
  test('Thrift doubles are little endian, including -0 and NaN', () => {
    expect(readDouble(readerOf([0, 0, 0, 0, 0, 0, 0xf8, 0x3f]))).toBe(1.5);
    expect(readDouble(readerOf([0, 0, 0, 0, 0, 0, 0, 0x80]))).toBe(-0);
    expect(readDouble(readerOf([0, 0, 0, 0, 0, 0, 0xf8, 0x7f]))).toBeNaN();
    fails(() => readDouble(readerOf([0, 0, 0])), 'TRUNCATED', 'truncated', 3);
  });

  test('reading a Thrift string that is too long for some JavaScript engines throws LIMIT', () => {
    const bytes = new Uint8Array(2 ** 28 + 16);
    bytes.set([0x81, 0x80, 0x80, 0x80, 0x01]);
    for (const read of [readString, readText]) {
      fails(() => read(new CompactReader(bytes)), 'LIMIT', 'string');
    }
  });

  test('readBinary returns a view of the input as a plain Uint8Array, even if the input is a Buffer', () => {
    const bytes = Buffer.from([0x02, 1, 2, 9]);
    const view = new CompactReader(bytes).readBinary();
    expect(Object.getPrototypeOf(view)).toBe(Uint8Array.prototype);
    bytes[1] = 7;
    expect([...view]).toEqual([7, 2]);
  });

  test.each(['', 'price', 'größe', '列'.repeat(40), '\ufeffmark', 'a'.repeat(1000), '😀'])(
    'readString and readText read the string %j',
    (text) => {
      const utf8 = new TextEncoder().encode(text);
      const bytes = utf8.length < 128 ? [utf8.length] : [(utf8.length & 0x7f) | 0x80, utf8.length >> 7];
      expect(readString(readerOf([...bytes, ...utf8, 0xff]))).toBe(text);
      expect(readText(readerOf([...bytes, ...utf8, 0xff]))).toBe(text);
    },
  );

  test('malformed UTF-8 throws CORRUPT in readString and becomes U+FFFD in readText', () => {
    for (const bytes of [
      [0x02, 0x61, 0xe9],
      [0x02, 0xc0, 0x80],
      [0x03, 0xed, 0xa0, 0x80],
    ]) {
      fails(() => readString(readerOf(bytes)), 'CORRUPT', 'UTF-8');
      expect(readText(readerOf(bytes))).toContain('\ufffd');
    }
  });
});

describe('CompactReader.restart', () => {
  test('a restarted CompactReader reads new bytes like a new reader, even after an error inside nested structs', () => {
    const bytes = new Uint8Array([0x15, 0x02, 0x00]);
    const reader = readerOf([0x1c, 0x1c, 0x35], { byteLimit: 'headerBytes' });
    reader.beginStruct();
    reader.nextField();
    reader.beginStruct();
    reader.nextField();
    reader.beginStruct();
    reader.nextField();
    fails(() => reader.readI32(), 'TRUNCATED', 'is truncated');
    for (let i = 0; i < 2; i++) {
      reader.restart(bytes, 0, { ...defaultLimits, thriftDepth: 1 });
      expect(reader.beginStruct()).toBe(0);
      expect([reader.nextField(), reader.fieldId, reader.readI32()]).toEqual([true, 1, 1]);
      fails(() => reader.descend(), 'LIMIT', 'thriftDepth = 1');
    }
  });

  test('a restarted CompactReader applies the byte limit from the new limits', () => {
    const reader = readerOf([0x02, 0x04], { byteLimit: 'headerBytes' });
    reader.restart(reader.bytes, 0, { ...defaultLimits, headerBytes: 1 });
    expect(reader.readI32()).toBe(1);
    fails(() => reader.readI32(), 'LIMIT', 'headerBytes = 1');
    fails(
      () => reader.restart(reader.bytes, -1, defaultLimits),
      'INVALID_ARGUMENT',
      '`position` must be an integer of at least 0, got -1',
    );
  });
});
