/**
 * Conformance cases with forged value counts and with small limits. The decoder must return values, or throw a
 * ParquetError before it allocates too much memory.
 */
import {
  createColumnBuffer,
  createLimits,
  type Encoding,
  isParquetError,
  type Limits,
  PhysicalType,
  type ValueDecoder,
  type Values,
} from '@marquetry/core';
import { largestAllocation } from '../allocations.js';
import { checkValues, sameValues } from '../compare.js';
import type { ConformanceCase } from '../conformance-case.js';
import type { SamplePage } from '../sample-pages.js';
import { expectCode } from './arguments.js';
import { limits, openPage } from './open.js';

/** Value counts that a forged page header may state, up to the largest possible one. */
const forgedCounts: readonly number[] = [2 ** 16 + 5, 2 ** 27, 2 ** 31 - 1];
/** Bytes that a decoder may allocate in addition to the values, such as tables and padding. */
const petty = 2 ** 16;
/** Number of bits to flip, one by one, at the start of a page, where counts are stored. */
const flippedBits = 24 * 8;

export function limitCases(encoding: Encoding, page: SamplePage): ConformanceCase[] {
  const { bytes, column, values, dictionary } = page;
  const allowed = limits.decodedBytes + 2 * bytes.length + petty;

  function openForged(from: Uint8Array, valueCount: number): ValueDecoder {
    const context = { column, valueCount, limits };
    return encoding.decoder(from, dictionary === undefined ? context : { ...context, dictionary });
  }

  /** Calls every method that reads values. Each must return the requested number of values or throw a ParquetError. */
  function tryAll(from: Uint8Array, valueCount: number): void {
    const attempts: ((decoder: ValueDecoder) => void)[] = [
      (decoder) => checkValues(decoder.read(valueCount), column, valueCount),
      (decoder) => {
        const target = createColumnBuffer(column, { limits });
        decoder.readInto(target, valueCount);
        checkValues(target.values, column, valueCount);
      },
      (decoder) => decoder.skip(valueCount),
      (decoder) => {
        if (decoder.readKept === undefined) return;
        // The caller must pass one bit per value, so limit the count to that of a realistic page.
        const count = Math.min(valueCount, 2 ** 16);
        const target = createColumnBuffer(column, { limits });
        decoder.readKept(target, new Uint8Array((count + 7) >> 3).fill(1), 0, count);
        checkValues(target.values, column, (count + 7) >> 3);
      },
    ];
    for (const attempt of attempts) {
      try {
        attempt(openForged(from, valueCount));
      } catch (error) {
        if (!isParquetError(error)) throw error;
      }
    }
  }

  function expectSmall(what: string, run: () => void): void {
    const largest = largestAllocation(run);
    if (largest > allowed)
      throw new Error(`${what} allocated ${largest} bytes at once, but at most ${allowed} are allowed`);
  }

  return [
    {
      name: 'counts larger than the bytes allow throw a ParquetError and allocate no memory above the limit',
      run: () => {
        for (const count of [values.length + 1, ...forgedCounts]) {
          expectSmall(`a count of ${count}`, () => tryAll(bytes, count));
        }
      },
    },
    {
      name: 'decoding bytes with a flipped bit near the start allocates no memory above the limit',
      run: () => {
        expectSmall('a flipped bit', () => {
          for (let bit = 0; bit < Math.min(bytes.length * 8, flippedBits); bit++) {
            const flipped = bytes.slice();
            flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
            tryAll(flipped, values.length);
          }
        });
      },
    },
    {
      name: 'reading more than limits.decodedBytes throws LIMIT, or returns values without allocating memory',
      run: () => {
        const tight = createLimits({ decodedBytes: 16 });
        let read: Values;
        try {
          read = openPage(encoding, page, bytes, tight).read(values.length);
        } catch (error) {
          if (isParquetError(error) && error.code === 'LIMIT') return;
          throw new Error(`read above the limit must throw LIMIT, but threw ${error}`, { cause: error });
        }
        sameValues(read, values);
        if (read.length !== values.length)
          throw new Error(`read returned ${read.length} values instead of ${values.length}`);
      },
    },
    {
      name: 'readInto throws LIMIT if the values exceed the limit of its buffer',
      run: () => {
        const tight = createLimits({ decodedBytes: 16 });
        for (const own of [limits, tight] satisfies Limits[]) {
          const decoder = openPage(encoding, page, bytes, own);
          const target = createColumnBuffer(column, { limits: tight });
          if (leastBytes(page) > tight.decodedBytes) {
            expectCode('LIMIT', 'readInto', () => decoder.readInto(target, values.length));
          }
        }
      },
    },
  ];
}

/** Returns the minimum size in bytes of the largest array of a buffer that contains the values of the page. */
function leastBytes({ column, values }: SamplePage): number {
  switch (column.type) {
    case PhysicalType.BOOLEAN:
      return Math.ceil(values.length / 8);
    case PhysicalType.BYTE_ARRAY:
      return 4 * (values.length + 1);
    default:
      return values.length * column.width;
  }
}
