/** Checks that the Bloom filter of a chunk contains all its values. */
import { type BloomFilter, mayContainValue, openBloomFilter } from '@marquetry/bloom-filter';
import { valueBytes } from '@marquetry/column';
import { type ErrorPlace, isParquetError, type Values } from '@marquetry/core';
import { type ChunkLocation, loadBloomFilter, type ParquetFile } from '@marquetry/file';
import { contradiction, faultOf, type Report } from './fault.js';

export interface BloomCheck {
  /** Checks more values of the chunk. */
  add(values: Values, at: ErrorPlace): void;
}

/** Returns undefined if there is no filter, or an unsupported or broken one; a broken one is reported. */
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
      // Report one problem per chunk.
      if (!holds) return;
      for (const i of placesOf(values)) {
        if (mayContainValue(filter, leaf, valueBytes(values, i))) continue;
        holds = false;
        report(contradiction('the Bloom filter does not contain a value of the page', at));
        return;
      }
    },
  };
}

/**
 * Yields the place of each value; in a dictionary column, one place per entry in use, since unused entries need not be
 * in the filter.
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
    // Readers ignore unsupported kinds of filters.
    if (!isParquetError(error) || error.code !== 'UNSUPPORTED') report(faultOf(error));
    return undefined;
  }
}
