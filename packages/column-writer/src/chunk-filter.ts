/**
 * The Bloom filter of a chunk that is being written.
 *
 * Pages of dictionary indices add nothing to the filter. Instead, the dictionary entries are added once, when the
 * dictionary is complete: before the first page that does not use it, or at the end of the chunk. Pages without the
 * dictionary add their values one page at a time.
 */
import { createBloomBuilder } from '@marquetry/bloom-filter';
import { decodeDictionary } from '@marquetry/column';
import { type DirectValues, type Steps, sliceValues } from '@marquetry/core';
import type { PageContent } from './page-statistics.js';
import type { ChunkSettings } from './settings.js';

/** Collects the values of a chunk for a Bloom filter; created by {@link createChunkFilter}. */
export interface ChunkFilter {
  /**
   * Adds a page whose values are not dictionary indices. `dictionary` is the dictionary that earlier pages used, if
   * any.
   */
  add(content: PageContent, dictionary: DirectValues | undefined): void;
  /** Number of bytes of memory that the filter uses. */
  readonly byteLength: number;
  /** Makes room for `count` more values, in steps of about a millisecond, between which the event loop can run. */
  reserve(count: number): Steps<void>;
  /**
   * Returns the header and the bits of the filter, in steps of about a millisecond. `dictionary` is the chunk's
   * dictionary, if any; its entries are added to the filter unless that was done before.
   */
  finish(dictionary: DirectValues | undefined): Steps<Uint8Array>;
}

/**
 * Creates the Bloom filter of a chunk. Returns undefined if the options do not request one.
 * @throws ParquetError INVALID_ARGUMENT for a BOOLEAN column, and for options out of range.
 */
export function createChunkFilter({ leaf, bloomFilter, kernels, limits }: ChunkSettings): ChunkFilter | undefined {
  if (bloomFilter === undefined) return undefined;
  const builder = createBloomBuilder(leaf, bloomFilter);
  let hasEntries = false;

  const addEntries = (dictionary: DirectValues | undefined): void => {
    if (hasEntries || dictionary === undefined) return;
    builder.add(dictionary, 0, dictionary.length);
    hasEntries = true;
  };

  return {
    add({ values, from, to }, dictionary) {
      addEntries(dictionary);
      if (values.layout !== 'dictionary') builder.add(values, from, to);
      else builder.add(decodeDictionary(sliceValues(values, from, to), leaf, { kernels, limits }), 0, to - from);
    },
    get byteLength(): number {
      return builder.byteLength;
    },
    // Makes the filter large enough for `count` more values. Pages of dictionary indices do not need this, because the
    // filter is enlarged when the dictionary entries are added.
    reserve: (count) => builder.reserveInSteps(count),
    *finish(dictionary) {
      if (!hasEntries && dictionary !== undefined) {
        for (let from = 0; from < dictionary.length; from += stepEntries) {
          yield* builder.reserveInSteps(stepEntries);
          builder.add(dictionary, from, Math.min(dictionary.length, from + stepEntries));
          yield;
        }
        hasEntries = true;
      }
      return yield* builder.finishInSteps();
    },
  };
}

/** Number of dictionary entries that are added to the Bloom filter before the generator yields. */
const stepEntries = 2 ** 14;
