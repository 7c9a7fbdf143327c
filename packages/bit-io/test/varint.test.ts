import { isParquetError } from '@marquetry/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readVarint32, readZigzag32, readZigzag64, writeVarint32, writeZigzag32, writeZigzag64 } from '../src/index.js';

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (isParquetError(error)) return `${error.code} at ${error.at.offset}`;
    throw error;
  }
  return 'nothing thrown';
}

/** Reads an integer that starts at the second byte and is followed by unrelated bytes. */
function at<T>(
  bytes: readonly number[],
  read: (source: Uint8Array, cursor: { position: number; end: number }) => T,
): T {
  const cursor = { position: 1, end: 1 + bytes.length };
  const value = read(Uint8Array.of(0xff, ...bytes, 0x01, 0x01), cursor);
  expect(cursor.position).toBe(1 + bytes.length);
  return value;
}

const zigzag64 = (bytes: readonly number[]): bigint =>
  at(bytes, (source, cursor) => {
    const words = new Int32Array(4);
    readZigzag64(source, cursor, words, 2);
    return new BigInt64Array(words.buffer)[1]!;
  });

describe('readVarint32', () => {
  it.each([
    [[0x00], 0],
    [[0x7f], 127],
    [[0x80, 0x01], 128],
    [[0xac, 0x02], 300],
    [[0x80, 0x00], 0],
    [[0xff, 0xff, 0xff, 0xff, 0x0f], 2 ** 32 - 1],
  ])('readVarint32 reads %j as %i', (bytes, value) => {
    expect(at(bytes, readVarint32)).toBe(value);
  });

  it('readVarint32 rejects a varint that is truncated or has more than 32 bits', () => {
    expect(codeOf(() => at([], readVarint32))).toBe('TRUNCATED at 1');
    expect(codeOf(() => at([0x80, 0x80], readVarint32))).toBe('TRUNCATED at 1');
    expect(codeOf(() => at([0xff, 0xff, 0xff, 0xff, 0x1f], readVarint32))).toBe('CORRUPT at 1');
    expect(codeOf(() => at([0x80, 0x80, 0x80, 0x80, 0x80, 0x00], readVarint32))).toBe('CORRUPT at 1');
    expect(codeOf(() => readVarint32(new Uint8Array(0), { position: 0, end: 9 }))).toBe('TRUNCATED at 0');
  });
});

describe('zigzag varints', () => {
  it('the zigzag form of 0, -1, 1, -2 is 0, 1, 2, 3', () => {
    expect([0, 1, 2, 3].map((byte) => at([byte], readZigzag32))).toEqual([0, -1, 1, -2]);
    expect([0, 1, 2, 3].map((byte) => zigzag64([byte]))).toEqual([0n, -1n, 1n, -2n]);
  });

  it('readZigzag32 reads a 64-bit varint modulo 2^32', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        const words = new Int32Array(BigInt64Array.of(value).buffer);
        const bytes = new Uint8Array(12);
        const end = writeZigzag64(bytes, 1, words[0]!, words[1]!);
        expect(end - 1).toBeLessThanOrEqual(10);
        expect(zigzag64([...bytes.subarray(1, end)])).toBe(value);
        expect(at([...bytes.subarray(1, end)], readZigzag32)).toBe(Number(BigInt.asIntN(32, value)));
      }),
      { numRuns: 1000, examples: [[-(2n ** 63n)], [2n ** 63n - 1n], [0n], [-1n], [2n ** 31n], [-(2n ** 31n)]] },
    );
  });

  it('zigzag readers reject a varint that is truncated or has more than 64 bits', () => {
    const ten = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
    expect(zigzag64([...ten, 0x01])).toBe(-(2n ** 63n));
    expect(codeOf(() => zigzag64([...ten, 0x02]))).toBe('CORRUPT at 1');
    expect(codeOf(() => zigzag64([...ten, 0x81, 0x00]))).toBe('CORRUPT at 1');
    expect(codeOf(() => at([...ten, 0x02], readZigzag32))).toBe('CORRUPT at 1');
    expect(codeOf(() => zigzag64(ten))).toBe('TRUNCATED at 1');
    expect(codeOf(() => at(ten, readZigzag32))).toBe('TRUNCATED at 1');
  });
});

describe('varint writers', () => {
  it('the varint writers use the fewest possible bytes, and the readers return the values that were written', () => {
    fc.assert(
      fc.property(fc.integer(), (value) => {
        const bytes = new Uint8Array(7).fill(0xee);
        const end = writeVarint32(bytes, 1, value >>> 0);
        expect(at([...bytes.subarray(1, end)], readVarint32)).toBe(value >>> 0);
        expect(end - 1).toBe(Math.max(1, Math.ceil((32 - Math.clz32(value)) / 7)));
        expect(bytes[end]).toBe(0xee);
        const zigzagEnd = writeZigzag32(bytes, 1, value);
        expect(at([...bytes.subarray(1, zigzagEnd)], readZigzag32)).toBe(value);
      }),
      { numRuns: 1000, examples: [[0], [-1], [127], [128], [2 ** 31 - 1], [-(2 ** 31)]] },
    );
  });
});
