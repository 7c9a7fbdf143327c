import { isParquetError } from '@marquetry/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRunReader, encodeRuns, runsToBitmap, skipRuns } from '../src/index.js';

interface Run {
  readonly bytes: readonly number[];
  readonly values: readonly number[];
}

function varint(value: number): number[] {
  const bytes = [];
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest];
}

/** Generates arrays of bits that contain random parts and long sequences of equal bits. */
const anyBits = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 1, max: 700 }), fc.integer()), { maxLength: 12 })
  .map((parts) =>
    Int32Array.from(
      parts.flatMap(([kind, length, seed]) =>
        Array.from({ length }, (_, i) => (kind < 2 ? kind : Math.imul(seed + i, 0x9e3779b1) < 0x60000000 ? 1 : 0)),
      ),
    ),
  );

describe('runsToBitmap', () => {
  it('runsToBitmap writes each value to its bit, counts the 1s, and changes no other bit', () => {
    fc.assert(
      fc.property(anyBits, fc.nat(20), fc.nat(60), fc.nat(3), (values, before, skip, slack) => {
        const runs = encodeRuns(values, 0, values.length, 1);
        const skipped = Math.min(skip, values.length);
        const count = values.length - skipped;
        const bits = new Uint8Array(Math.ceil((before + count) / 8) + slack);
        for (let i = 0; i < before; i++) bits[i >> 3]! |= 1 << (i & 7);
        const expected = bits.slice();
        for (let i = 0; i < count; i++) expected[(before + i) >> 3]! |= values[skipped + i]! << ((before + i) & 7);

        const reader = createRunReader(runs, 0, runs.length, 1);
        skipRuns(reader, skipped);
        const ones = runsToBitmap(reader, bits, before, count);
        expect(bits).toEqual(expected);
        expect(ones).toBe(values.subarray(skipped).reduce((sum, value) => sum + value, 0));
      }),
      { numRuns: 600 },
    );
  });

  // Tests kinds of runs that other writers produce. More than 3000 bits follow each run, because the fast loop does not
  // read the last runs of a bitmap.
  const repeat = (length: number, value: number): Run => ({
    bytes: [...varint(length << 1), value],
    values: new Array(length).fill(value),
  });
  const packed = (...groups: number[]): Run => ({
    bytes: [...varint((groups.length << 1) | 1), ...groups],
    values: groups.flatMap((group) => Array.from({ length: 8 }, (_, bit) => (group >> bit) & 1)),
  });
  it.each([
    [
      'repeated runs within one byte',
      [repeat(3, 1), repeat(2, 0), repeat(2, 1), repeat(1, 0), repeat(5, 1), repeat(1, 0)],
    ],
    [
      'repeated runs that end at a byte boundary',
      [repeat(3, 1), repeat(5, 0), repeat(8, 1), repeat(16, 0), repeat(7, 1)],
    ],
    ['repeated runs without values', [repeat(8, 1), repeat(0, 0), repeat(9, 1), repeat(0, 1), repeat(3, 0)]],
    ['packed runs without groups', [repeat(8, 1), packed(), repeat(9, 0), packed(), packed(0x5a)]],
    ['packed groups whose bytes are 0 and 1', [packed(1), packed(0), packed(1, 0), packed(0, 1)]],
    ['64 zeros, whose header is 80 01', [packed(0x5a), repeat(64, 0), packed(0xa5), repeat(64, 1)]],
    ['8191 zeros, whose header has two bytes', [repeat(8191, 0), repeat(5, 1)]],
    ['8192 zeros, whose header is 80 80 01', [repeat(8192, 0), repeat(5, 1)]],
    ['8200 ones, whose header has three bytes', [repeat(8200, 1), repeat(5, 0)]],
    ['63 packed groups', [repeat(3, 1), packed(...new Array(63).fill(0x35))]],
    ['64 packed groups, whose header has two bytes', [repeat(3, 1), packed(...new Array(64).fill(0x35))]],
    ['packed groups that need no shift', [repeat(8, 1), packed(1, 2, 3, 4, 5), packed(6, 7, 8, 9)]],
    [
      'packed groups that start at each bit of a byte',
      [1, 2, 3, 4, 5, 6, 7].flatMap((n) => [repeat(n, 1), packed(0x96, n), repeat(8 - n, 0), packed(n)]),
    ],
  ] as const)('runsToBitmap reads %s, whichever runs precede and follow', (_, runs) => {
    const filler = [packed(...new Array(50).fill(0xc3)), packed(...new Array(50).fill(0x3c))];
    for (const parts of [
      [...runs, ...filler, ...filler, ...filler, ...filler],
      [repeat(13, 1), ...runs, ...filler, ...runs, ...filler, ...filler, ...runs],
    ]) {
      const values = parts.flatMap((run) => run.values);
      const bytes = parts.flatMap((run) => run.bytes);
      const expected = new Uint8Array(Math.ceil(values.length / 8));
      for (const [i, value] of values.entries()) expected[i >> 3]! |= value << (i & 7);
      const bits = new Uint8Array(expected.length);
      // The bytes after the runs must not be read.
      const reader = createRunReader(Uint8Array.of(...bytes, 0xff, 0xff, 0xff, 0xff), 0, bytes.length, 1);
      const ones = runsToBitmap(reader, bits, 0, values.length);
      expect(bits).toEqual(expected);
      expect(ones).toBe(values.filter((value) => value === 1).length);
    }
  });

  it('runsToBitmap does not change the bits after its range', () => {
    // Each run repeats a bit 9 to 15 times. The last runs are read one by one, and start at varying bits of a byte.
    for (let end = 600; end < 664; end++) {
      const values: number[] = [];
      const bytes: number[] = [];
      for (let length = 9; values.length < end; length = length === 15 ? 9 : length + 1) {
        bytes.push(length << 1, length & 1);
        values.push(...new Array(length).fill(length & 1));
      }
      const bits = new Uint8Array(100).fill(0xff, end >> 3);
      bits[end >> 3]! &= 0xff << (end & 7);
      const expected = bits.slice();
      for (let i = 0; i < end; i++) expected[i >> 3]! |= values[i]! << (i & 7);
      runsToBitmap(createRunReader(Uint8Array.from(bytes), 0, bytes.length, 1), bits, 0, end);
      expect(bits).toEqual(expected);
    }
  });

  it('runsToBitmap does not read packed groups after the end of the runs', () => {
    // The header states 40 groups, but the reader's range ends after ten. Unrelated bytes follow.
    const bytes = Uint8Array.of((40 << 1) | 1, ...new Array(10).fill(0x55), ...new Array(100).fill(0xff));
    const reader = createRunReader(bytes, 0, 11, 1);
    const bits = new Uint8Array(300);
    expect(() => runsToBitmap(reader, bits, 0, 2400)).toThrow('runs end before all values are read');
    expect(bits).toEqual(new Uint8Array(300).fill(0x55, 0, 10));
  });

  it('runsToBitmap writes the same bits in chunks and in one call', () => {
    fc.assert(
      fc.property(anyBits, fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 20 }), (values, chunks) => {
        const runs = encodeRuns(values, 0, values.length, 1);
        const whole = new Uint8Array(Math.ceil(values.length / 8));
        runsToBitmap(createRunReader(runs, 0, runs.length, 1), whole, 0, values.length);
        const bits = new Uint8Array(whole.length);
        const reader = createRunReader(runs, 0, runs.length, 1);
        let at = 0;
        for (const chunk of [...chunks, values.length]) {
          const n = Math.min(chunk, values.length - at);
          runsToBitmap(reader, bits, at, n);
          at += n;
        }
        expect(bits).toEqual(whole);
      }),
    );
  });

  it('runsToBitmap rejects runs that end early, and a repeated value of 2, even if short runs follow it', () => {
    const good = encodeRuns(
      Int32Array.from({ length: 2000 }, (_, i) => (i % 40 < 20 ? 1 : i & 1)),
      0,
      2000,
      1,
    );
    const codeOf = (bytes: Uint8Array, count: number): string => {
      try {
        runsToBitmap(createRunReader(bytes, 0, bytes.length, 1), new Uint8Array(300), 0, count);
        return 'nothing thrown';
      } catch (error) {
        return isParquetError(error) ? error.code : String(error);
      }
    };
    expect(codeOf(good, 2000)).toBe('nothing thrown');
    expect(codeOf(good, 2009)).toBe('TRUNCATED');
    expect(codeOf(Uint8Array.of(0x10, 0x02, ...good), 2008)).toBe('CORRUPT');
    for (let cut = 0; cut < good.length; cut++) expect(codeOf(good.subarray(0, cut), 2000)).toBe('TRUNCATED');
  });
});
