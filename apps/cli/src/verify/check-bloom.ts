/** Checks that the Bloom filter of a chunk contains all its values. */
import { type BloomFilter, mayContainValue, openBloomFilter } from '@marquetry/bloom-filter';
import { valueBytes } from '@marquetry/column';
import { type ErrorPlace, isParquetError, type Values } from '@marquetry/core';
import { type ChunkLocation, loadBloomFilter, type ParquetFile } from '@marquetry/file';
import { contradiction, faultOf, type Report } from './fault.js';

export interface BloomCheck {
  /** Checks that the chunk's Bloom filter contains `values`, and reports the first one that it does not contain. */
  add(values: Values, at: ErrorPlace): void;
}

/**
 * Creates the check for one chunk. Returns undefined if the chunk's Bloom filter is missing, unsupported or invalid. An
 * invalid filter is reported.
 */
export async function createBloomCheck(
  file: ParquetFile,
  location: ChunkLocation,
  signal: AbortSignal,
  report: Report,
): Promise<BloomCheck | undefined> {
  const filter = await openFilter(file, location, signal, report);
  if (filter === undefined) return undefined;
  const { leaf } = location;
  let holds = true;
  return {
    add: (values, at) => {
      // Report at most one problem per chunk.
      if (!holds) return;
      for (const i of placesOf(values)) {
        if (mayContainValue(filter, leaf, valueBytes(values, i))) continue;
        holds = false;
        report(contradiction('a value in the page is missing from the Bloom filter', at));
        return;
      }
    },
  };
}

/**
 * Yields the indexes of the values to look up in a Bloom filter. For a dictionary column, yields one index per entry in
 * use, because the filter need not contain unused entries.
 */
function* placesOf(values: Values): Generator<number> {
  const seen = values.layout === 'dictionary' ? new Uint8Array(values.dictionary.length) : undefined;
  for (let i = 0; i < values.length; i++) {
    if (seen !== undefined && values.layout === 'dictionary') {
      const entry = values.indices[i] as number;
      if (seen[entry] === 1) continue;
      seen[entry] = 1;
    }
    yield i;
  }
}

async function openFilter(
  file: ParquetFile,
  location: ChunkLocation,
  signal: AbortSignal,
  report: Report,
): Promise<BloomFilter | undefined> {
  try {
    const bytes = await loadBloomFilter(file, location, signal);
    return bytes === undefined ? undefined : openBloomFilter(bytes, { limits: file.limits });
  } catch (error) {
    // Bloom filters of an unsupported kind are not reported, because readers ignore them.
    if (!isParquetError(error) || error.code !== 'UNSUPPORTED') report(faultOf(error));
    return undefined;
  }
}
