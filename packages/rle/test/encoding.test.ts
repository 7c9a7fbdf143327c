import {
  createColumnBuffer,
  createLimits,
  isParquetError,
  PhysicalType,
  type ValueDecoder,
  type Values,
} from '@marquetry/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rle } from '../src/index.js';

const column = { type: PhysicalType.BOOLEAN, width: 0 } as const;
const limits = createLimits();

function open(bytes: ArrayLike<number>, valueCount: number): ValueDecoder {
  return rle.decoder(Uint8Array.from(bytes), { column, valueCount, limits });
}

function bools(values: Values): number[] {
  if (values.layout !== 'bits') throw new Error(`layout ${values.layout}`);
  expect(values.data.length).toBeGreaterThanOrEqual(Math.ceil(values.length / 8));
  for (let i = values.length; i < 8 * values.data.length; i++) expect((values.data[i >> 3]! >> (i & 7)) & 1).toBe(0);
  return Array.from({ length: values.length }, (_, i) => (values.data[i >> 3]! >> (i & 7)) & 1);
}

function bitValues(values: readonly number[]): Values {
  const data = new Uint8Array(Math.ceil(values.length / 8));
  values.forEach((value, i) => {
    data[i >> 3]! |= value << (i & 7);
  });
  return { layout: 'bits', type: PhysicalType.BOOLEAN, length: values.length, data };
}

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (isParquetError(error)) return error.code;
    throw error;
  }
  return 'nothing thrown';
}

describe('rle', () => {
  it('rle has id 3 and supports only BOOLEAN columns', () => {
    expect([rle.id, rle.name, rle.usesDictionary]).toEqual([3, 'RLE', false]);
    expect(rle.supports(column)).toBe(true);
    expect(rle.supports({ type: PhysicalType.INT32, width: 4 })).toBe(false);
  });

  it('rle reads a length and runs of 1-bit values, and ignores the bytes after them', () => {
    // 04 00 00 00  four bytes of runs
    // 06 01        3 times true
    // 03 5a        a packed group: 0 1 0 1 1 0 1 0
    const bytes = [4, 0, 0, 0, 0x06, 0x01, 0x03, 0x5a, 0xff, 0xff];
    expect(bools(open(bytes, 11).read(11))).toEqual([1, 1, 1, 0, 1, 0, 1, 1, 0, 1, 0]);
    expect(codeOf(() => open(bytes, 12))).toBe('TRUNCATED');
  });

  it('if a page is truncated, rle throws an error with the offset of the length field or of the end of the runs', () => {
    const placeOf = (bytes: readonly number[], valueCount: number): string => {
      try {
        open(bytes, valueCount);
        return 'nothing thrown';
      } catch (error) {
        return isParquetError(error) ? `${error.reason}, at ${error.at.offset}` : String(error);
      }
    };
    expect(placeOf([4, 0, 0], 8)).toBe('the length field of the runs is truncated, at 0');
    expect(placeOf([3, 0, 0, 0, 0x10, 0x01], 8)).toBe('expected 3 bytes of runs, found 2, at 0');
    expect(placeOf([0, 0, 0, 0], 8)).toBe('runs end before all values are read, at 4');
  });

  it('rle throws an error that names the limit if the value array exceeds limits.decodedBytes, but not if it has exactly that size', () => {
    const context = { column, valueCount: 8001, limits: createLimits({ decodedBytes: 1000 }) };
    const decoder = rle.decoder(Uint8Array.of(3, 0, 0, 0, 0x82, 0x7d, 0x01), context);
    expect(() => decoder.read(8001)).toThrow('a value array of 1001 bytes exceeds the limit decodedBytes = 1000');
    expect(decoder.read(8000).length).toBe(8000);
  });

  it('rle reads nothing from a page without values, not even the length', () => {
    const decoder = open([], 0);
    expect([decoder.remaining, decoder.read(0).length]).toEqual([0, 0]);
  });

  it.each([
    ['a page that ends within its length field', [4, 0, 0], 8, 'TRUNCATED'],
    ['a length that exceeds the page', [3, 0, 0, 0, 0x10, 0x01], 8, 'TRUNCATED'],
    ['a length of 4 GiB', [255, 255, 255, 255, 0x10, 0x01], 8, 'TRUNCATED'],
    ['runs with too few values', [2, 0, 0, 0, 0x10, 0x01], 9, 'TRUNCATED'],
    ['a run that repeats 2', [2, 0, 0, 0, 0x10, 0x02], 8, 'CORRUPT'],
    ['a forged value count', [2, 0, 0, 0, 0x10, 0x01], 2 ** 31 - 1, 'TRUNCATED'],
  ] as const)('rle rejects %s before it allocates memory', (_, bytes, valueCount, code) => {
    expect(codeOf(() => open(bytes, valueCount))).toBe(code);
  });

  it('rle throws LIMIT instead of allocating more memory than the limit', () => {
    const bytes = Uint8Array.of(6, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff, 0x0f, 0x01);
    const context = { column, valueCount: 2 ** 31 - 1, limits: createLimits({ decodedBytes: 1000 }) };
    expect(codeOf(() => rle.decoder(bytes, context).read(8001))).toBe('LIMIT');
    const target = createColumnBuffer(column, { limits: context.limits });
    expect(codeOf(() => rle.decoder(bytes, context).readInto(target, 8001))).toBe('LIMIT');
    expect(rle.decoder(bytes, context).read(8000).length).toBe(8000);
  });

  it('rle throws INVALID_ARGUMENT for invalid counts, ranges and buffers', () => {
    const bytes = [2, 0, 0, 0, 0x10, 0x01];
    expect(codeOf(() => open(bytes, 8).read(9))).toBe('INVALID_ARGUMENT');
    expect(codeOf(() => open(bytes, 8).skip(-1))).toBe('INVALID_ARGUMENT');
    const other = createColumnBuffer({ type: PhysicalType.INT32, width: 4 });
    expect(codeOf(() => open(bytes, 8).readInto(other, 8))).toBe('INVALID_ARGUMENT');
    expect(codeOf(() => rle.encoder?.({ type: PhysicalType.INT32, width: 4 }))).toBe('INVALID_ARGUMENT');
  });

  it('rle reads what it writes: whole, in chunks, after skips, and into a buffer', () => {
    const anyBools = fc
      .array(fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 1, max: 90 })), { maxLength: 12 })
      .map((parts) =>
        parts.flatMap(([kind, n]) => Array.from({ length: n }, (_, i) => (kind < 2 ? kind : (i * 5) & 1))),
      );
    const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), fc.nat(60)), { maxLength: 20 });
    fc.assert(
      fc.property(anyBools, fc.nat(100), steps, (values, cut, chunks) => {
        const encoder = rle.encoder?.(column);
        if (encoder === undefined) throw new Error('no encoder');
        const middle = Math.min(cut, values.length);
        encoder.write(bitValues(values), 0, middle);
        encoder.write(bitValues(values), middle, values.length);
        const bound = encoder.byteLength;
        const bytes = encoder.finish();
        expect(bytes.length).toBeLessThanOrEqual(bound);

        const decoder = open([...bytes, 0xff], values.length);
        const target = createColumnBuffer(column);
        const appended: number[] = [];
        let at = 0;
        for (const [kind, step] of [...chunks, [0, values.length] as const]) {
          const n = Math.min(step, values.length - at);
          const slice = values.slice(at, at + n);
          if (kind === 0) expect(bools(decoder.read(n))).toEqual(slice);
          else if (kind === 1) decoder.skip(n);
          else {
            decoder.readInto(target, n);
            appended.push(...slice);
          }
          at += n;
          expect(decoder.remaining).toBe(values.length - at);
        }
        expect(bools(target.values)).toEqual(appended);
      }),
      { numRuns: 300 },
    );
  });

  it('for every truncation and bit flip, rle returns values or throws a ParquetError', () => {
    const values = Array.from({ length: 200 }, (_, i) => (i < 100 ? 1 : (i * 7) & 1));
    const encoder = rle.encoder?.(column);
    encoder?.write(bitValues(values), 0, 200);
    const bytes = encoder?.finish() ?? new Uint8Array();
    for (let cut = 0; cut < bytes.length; cut++) {
      expect(codeOf(() => open(bytes.subarray(0, cut), 200).read(200))).toBe('TRUNCATED');
    }
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      const flipped = bytes.slice();
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      expect(['TRUNCATED', 'CORRUPT', 'nothing thrown']).toContain(codeOf(() => open(flipped, 200).read(200)));
    }
  });
});
