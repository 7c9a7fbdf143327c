/**
 * Reads the stored Bloom filter of a column chunk.
 */
import { limitError, onDemand, ParquetError } from '@marquetry/core';
import type { ChunkLocation } from './chunk.js';
import type { ParquetFile } from './parquet-file.js';
import { readExactly } from './source/byte-source.js';

const header = /* @__PURE__ */ onDemand(() => import('./filter-header.js'));

/** Maximum size of a Bloom filter header in bytes. */
const mostHeaderBytes = 64;

/**
 * Returns the header and the bits of a chunk's Bloom filter, or undefined if the chunk does not have one. A filter with
 * an unknown hash function is also returned, so that it can be copied.
 * @throws ParquetError CORRUPT if the filter is not before the footer; LIMIT if it exceeds `limits.bloomFilterBytes`.
 */
export async function loadBloomFilter(
  file: ParquetFile,
  location: ChunkLocation,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> {
  const { metaData, at, dataEnd: end, secrets } = location;
  const { bloomFilterOffset: offset } = metaData;
  if (offset === undefined || offset <= 0) return undefined;
  if (secrets !== undefined) return secrets.bloomFilter(file.source, location, { limits: file.limits, signal });
  const length =
    metaData.bloomFilterLength ?? (await (await header.load()).statedLength(file, offset, end, at, signal));
  if (length < 0 || offset + length > end) {
    const what = `a Bloom filter of ${length} bytes at ${offset} does not end before the footer at ${end}`;
    throw new ParquetError('CORRUPT', what, at);
  }
  for (const limit of ['bloomFilterBytes', 'memoryBytes'] as const) {
    if (length <= file.limits[limit] + mostHeaderBytes) continue;
    throw limitError(limit, file.limits, `a Bloom filter of ${length} bytes`, at);
  }
  return readExactly(file.source, offset, length, signal);
}
