/**
 * The Bloom filter of a chunk being written.
 *
 * Pages of indices add nothing: the entries of the dictionary are added once, when it is final. It is final when the first
 * page without it is written, or at the end. Values of pages without it are added page by page.
 */
import { createBloomBuilder } from '@marquetry/bloom-filter';
import { decodeDictionary } from '@marquetry/column';
import { type DirectValues, type Steps, sliceValues } from '@marquetry/core';
import type { PageContent } from './page-statistics.js';
import type { ChunkSettings } from './settings.js';

/** See {@link createChunkFilter}. */
export interface ChunkFilter {
  /** Adds a page whose values are not indices; `dictionary` is that of the pages before, if they used one. */
  add(content: PageContent, dictionary: DirectValues | undefined): void;
  /** Bytes of memory held. */
  readonly byteLength: number;
  /** Makes room for `count` more values, in steps of about a millisecond. */
  reserve(count: number): Steps<void>;
  /** Header and bits, in steps of about a millisecond. */
  finish(dictionary: DirectValues | undefined): Steps<Uint8Array>;
}

/** Undefined if no filter is asked for. @throws ParquetError INVALID_ARGUMENT for BOOLEAN, and options out of range. */
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
    // Indices add nothing; how many entries a dictionary has is known when they are added.
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

/** Entries of the dictionary that are added in one step. */
const stepEntries = 2 ** 14;
