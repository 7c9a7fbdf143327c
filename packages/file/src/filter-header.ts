/**
 * Reads the header of a Bloom filter, for files whose footer does not state the length of the filter.
 */
import { readFilterLayout } from '@marquetry/bloom-filter';
import { type ErrorPlace, ParquetError } from '@marquetry/core';
import type { ParquetFile } from './parquet-file.js';
import { readExactly } from './source/byte-source.js';

/** Number of bytes to read for the header of a Bloom filter. Such headers are never longer. */
const headerGuess = 64;

/**
 * Returns the length of a Bloom filter in bytes, as its header states it. Files written for format versions before 2.10
 * need this, because the footer does not contain `bloomFilterLength`.
 */
export async function statedLength(
  file: ParquetFile,
  offset: number,
  end: number,
  at: ErrorPlace,
  signal: AbortSignal | undefined,
): Promise<number> {
  const guess = Math.min(headerGuess, end - offset);
  if (guess <= 0) {
    const what = `the Bloom filter at offset ${offset} must start before the footer at ${end}`;
    throw new ParquetError('CORRUPT', what, at);
  }
  const bytes = await readExactly(file.source, offset, guess, signal);
  return readFilterLayout(bytes, { limits: file.limits }).byteLength;
}
