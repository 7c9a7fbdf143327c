import { isParquetError } from '@marquetry/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRunReader, encodeRuns, runsToBitmap, skipRuns } from '../src/index.js';

/** 0s and 1s: scattered, and in stretches. */
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
  it('writes values to their bits, counts them, and touches no others', () => {
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

  it('gives the same in chunks', () => {
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

  it('refuses a repeated 2, and a missing end, among short runs', () => {
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
