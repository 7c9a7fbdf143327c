/**
 * The Bloom filter of a column chunk, as it is stored.
 */
import { readFilterLayout } from '@marquetry/bloom-filter';
import { type ErrorPlace, limitError, ParquetError } from '@marquetry/core';
import type { ChunkLocation } from './chunk.js';
import type { ParquetFile } from './parquet-file.js';
import { readExactly } from './source/byte-source.js';

/** More than any Bloom filter header takes. */
const headerGuess = 64;

/**
 * Header and bits of a chunk's filter; undefined if it has none. Whether the filter can be asked is not checked, so that
 * a filter with an unknown hash can be copied.
 * @throws ParquetError CORRUPT if the filter does not lie before the footer; LIMIT above `limits.bloomFilterBytes`.
 */
export async function loadBloomFilter(
  file: ParquetFile,
  { metaData, at, dataEnd: end }: ChunkLocation,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> {
  const { bloomFilterOffset: offset } = metaData;
  if (offset === undefined || offset <= 0) return undefined;
  const length = metaData.bloomFilterLength ?? (await statedLength(file, offset, end, at, signal));
  if (length < 0 || offset + length > end) {
    const what = `a Bloom filter of ${length} bytes at ${offset} does not end before the footer at ${end}`;
    throw new ParquetError('CORRUPT', what, at);
  }
  for (const limit of ['bloomFilterBytes', 'memoryBytes'] as const) {
    if (length <= file.limits[limit] + headerGuess) continue;
    throw limitError(limit, file.limits, `a Bloom filter of ${length} bytes`, at);
  }
  return readExactly(file.source, offset, length, signal);
}

/** The length that the filter's own header states. Format versions before 2.10 have no `bloomFilterLength`. */
async function statedLength(
  file: ParquetFile,
  offset: number,
  end: number,
  at: ErrorPlace,
  signal: AbortSignal | undefined,
): Promise<number> {
  const guess = Math.min(headerGuess, end - offset);
  if (guess <= 0) {
    const what = `a Bloom filter at ${offset} does not start before the footer at ${end}`;
    throw new ParquetError('CORRUPT', what, at);
  }
  const bytes = await readExactly(file.source, offset, guess, signal);
  return readFilterLayout(bytes, { limits: file.limits }).byteLength;
}
