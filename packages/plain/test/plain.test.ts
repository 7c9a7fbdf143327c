import {
  type ColumnType,
  createColumnBuffer,
  createLimits,
  type ErrorCode,
  isParquetError,
  type Limits,
  type ValueDecoder,
  type Values,
} from '@marquetry/core';
import { plain } from '@marquetry/plain';
import { describe, expect, test } from 'vitest';

const boolean = { type: 0, width: 0 } as const;
const int32 = { type: 1, width: 4 } as const;
const byteArray = { type: 6, width: 0 } as const;
const fixed = (width: number): ColumnType => ({ type: 7, width });

function hex(text: string): Uint8Array {
  return Uint8Array.from(text.replace(/\|.*/g, '').match(/[0-9a-f]{2}/g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function open(column: ColumnType, bytes: Uint8Array, valueCount: number, limits?: Partial<Limits>): ValueDecoder {
  return plain.decoder(bytes, { column, valueCount, limits: createLimits(limits) });
}

function codeOf(run: () => unknown): ErrorCode | 'none' {
  try {
    run();
  } catch (error) {
    if (isParquetError(error)) return error.code;
    throw error;
  }
  return 'none';
}

function dataOf(values: Values): unknown {
  return values.layout === 'dictionary' ? undefined : values.data;
}

describe('BOOLEAN', () => {
  // The values are false, true, true, false, true and so on: the least significant bit of the first byte is the first
  // value.
  const bytes = hex('16 ff | 8 values, then 3 of the next 8 bits; junk above\n ff');

  test('PLAIN BOOLEAN values are stored least significant bit first, and bits after the last value are read as 0', () => {
    expect(open(boolean, bytes, 11).read(11)).toEqual({ layout: 'bits', type: 0, length: 11, data: hex('16 07') });
  });

  test('PLAIN BOOLEAN values can be read starting at any bit', () => {
    const decoder = open(boolean, bytes, 11);
    decoder.skip(1);
    expect(dataOf(decoder.read(5))).toEqual(hex('0b'));
    expect(dataOf(decoder.read(5))).toEqual(hex('1c'));
  });

  test('PLAIN BOOLEAN values that fill whole bytes of the page are returned as a view of the page', () => {
    const data = dataOf(open(boolean, bytes, 11).read(8)) as Uint8Array;
    expect(data.buffer).toBe(bytes.buffer);
  });

  test('readInto appends PLAIN BOOLEAN values after the bits that the buffer already contains', () => {
    const target = createColumnBuffer(boolean);
    open(boolean, bytes, 11).readInto(target, 3);
    open(boolean, bytes, 11).readInto(target, 7);
    expect(target.values.data).toEqual(hex('b6 00'));
  });

  test('opening a PLAIN BOOLEAN page with less than one byte per 8 values throws TRUNCATED', () => {
    expect(codeOf(() => open(boolean, hex('ff'), 9))).toBe('TRUNCATED');
  });
});

describe('PLAIN values of fixed width', () => {
  test.each([
    ['INT32', { type: 1, width: 4 }, '01 00 00 00 ff ff ff ff', Int32Array.of(1, -1)],
    ['INT64', { type: 2, width: 8 }, '01 00 00 00 00 00 00 80', BigInt64Array.of(1n - 2n ** 63n)],
    ['FLOAT', { type: 4, width: 4 }, '00 00 80 3f 00 00 00 80', Float32Array.of(1, -0)],
    ['DOUBLE', { type: 5, width: 8 }, '00 00 00 00 00 00 f0 3f', Float64Array.of(1)],
    [
      'INT96',
      { type: 3, width: 12 },
      '01 02 03 04 05 06 07 08 8c 3d 25 00',
      hex('01 02 03 04 05 06 07 08 8c 3d 25 00'),
    ],
    ['FIXED_LEN_BYTE_ARRAY', { type: 7, width: 3 }, '61 62 63 64 65 66', hex('61 62 63 64 65 66')],
  ] as const)(
    'PLAIN %s values are read in little-endian order, and junk after them is not read',
    (_, column, text, data) => {
      const bytes = hex(`${text} ff ff ff ff`);
      const count = (bytes.length - 4) / column.width;
      const values = open(column, bytes, count).read(count);
      expect(dataOf(values)).toEqual(data);
      expect(values.length).toBe(count);
    },
  );

  test('aligned PLAIN values are returned as a view of the page, and misaligned values as a copy', () => {
    const memory = new Uint8Array(24);
    const aligned = dataOf(open(int32, memory.subarray(4, 20), 4).read(4)) as Int32Array;
    expect(aligned.buffer).toBe(memory.buffer);
    const copied = dataOf(open(int32, memory.subarray(3, 19), 4).read(4)) as Int32Array;
    expect(copied.buffer).not.toBe(memory.buffer);
  });

  test('reading PLAIN values preserves NaN payloads', () => {
    const bytes = hex('01 00 a0 7f 02 00 c0 ff');
    const data = dataOf(open({ type: 4, width: 4 }, bytes, 2).read(2)) as Float32Array;
    expect(new Uint8Array(data.buffer, data.byteOffset, 8)).toEqual(bytes);
  });

  test('opening a PLAIN page that is too short for its values throws TRUNCATED', () => {
    expect(codeOf(() => open(int32, new Uint8Array(7), 2))).toBe('TRUNCATED');
    expect(codeOf(() => open(int32, new Uint8Array(7), 2 ** 31))).toBe('TRUNCATED');
    expect(codeOf(() => open(fixed(5), new Uint8Array(9), 2))).toBe('TRUNCATED');
  });

  test('PLAIN FIXED_LEN_BYTE_ARRAY values of width 0 take no bytes', () => {
    const decoder = open(fixed(0), new Uint8Array(0), 3);
    expect(decoder.read(2)).toEqual({ layout: 'fixed', type: 7, length: 2, width: 0, data: new Uint8Array(0) });
    const target = createColumnBuffer(fixed(0));
    decoder.readInto(target, 1);
    expect(target.length).toBe(1);
  });
});

describe('BYTE_ARRAY', () => {
  const bytes = hex(`
    03 00 00 00 61 62 63   | abc
    00 00 00 00            | empty
    02 00 00 00 64 65      | de
    ff ff ff ff            | junk`);

  test('a PLAIN BYTE_ARRAY value consists of a 4-byte length, then its bytes', () => {
    expect(open(byteArray, bytes, 3).read(3)).toEqual({
      layout: 'bytes',
      type: 6,
      length: 3,
      offsets: Int32Array.of(0, 3, 3, 5),
      data: hex('61 62 63 64 65'),
    });
  });

  test('a PLAIN BYTE_ARRAY length that exceeds the page throws TRUNCATED with the offset of the length', () => {
    const decoder = open(byteArray, bytes, 4);
    decoder.skip(3);
    expect(codeOf(() => open(byteArray, bytes, 4).read(4))).toBe('TRUNCATED');
    expect(() => decoder.skip(1)).toThrow(expect.objectContaining({ code: 'TRUNCATED', at: { offset: 17 } }));
  });

  test('a PLAIN BYTE_ARRAY length with the top bit set is read as unsigned, so it throws TRUNCATED', () => {
    const page = hex('fc ff ff ff 61 62 63 64');
    expect(codeOf(() => open(byteArray, page, 1).read(1))).toBe('TRUNCATED');
    expect(codeOf(() => open(byteArray, page, 1).skip(1))).toBe('TRUNCATED');
    const target = createColumnBuffer(byteArray);
    expect(codeOf(() => open(byteArray, page, 1).readInto(target, 1))).toBe('TRUNCATED');
    expect(target.values.length).toBe(0);
  });

  test('opening a PLAIN BYTE_ARRAY page that is too short for its lengths throws TRUNCATED', () => {
    expect(codeOf(() => open(byteArray, bytes, 2 ** 31 - 1))).toBe('TRUNCATED');
  });

  test('reading PLAIN BYTE_ARRAY values that exceed limits.decodedBytes throws LIMIT', () => {
    expect(codeOf(() => open(byteArray, bytes, 3, { decodedBytes: 4 }).read(3))).toBe('LIMIT');
  });

  test.each([0, 1, 3, 4, 5, 7, 8, 9, 63, 64, 65, 200])(
    'PLAIN BYTE_ARRAY values of %i bytes do not overwrite each other when they are copied',
    (length) => {
      const count = 5;
      const page = new Uint8Array(count * (4 + length));
      for (let i = 0; i < count; i++) {
        page[i * (4 + length)] = length;
        page.fill(i + 1, i * (4 + length) + 4, (i + 1) * (4 + length));
      }
      const data = Uint8Array.from({ length: count * length }, (_, i) => Math.floor(i / length) + 1);
      expect(dataOf(open(byteArray, page, count).read(count))).toEqual(data);
      const target = createColumnBuffer(byteArray);
      const decoder = open(byteArray, page, count);
      decoder.readInto(target, 2);
      decoder.readInto(target, 3);
      expect(target.values.data).toEqual(data);
    },
  );

  test('encoding decoded PLAIN values yields the bytes from which they were decoded', () => {
    const values = open(byteArray, bytes, 3).read(3);
    const encoder = plain.encoder(byteArray);
    encoder.write(values, 0, 1);
    encoder.write(values, 1, 3);
    expect(encoder.byteLength).toBe(17);
    expect(encoder.finish()).toEqual(bytes.subarray(0, 17));
  });
});
