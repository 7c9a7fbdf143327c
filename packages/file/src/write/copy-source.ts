/**
 * Reads the chunks of a row group that are copied from another file. The pages of adjacent chunks are read in ranges of
 * a few MiB (source-windows.ts); page indexes and Bloom filters are read in few requests.
 */
import type { ChunkLocation } from '../chunk.js';
import { requireApart } from '../chunk-overlap.js';
import { keptBytes } from '../kept-bytes.js';
import type { ParquetFile } from '../parquet-file.js';
import { type ByteRange, plannedSource } from '../source/planned.js';
import { createSourceWindows, type SourceWindows } from './source-windows.js';

export interface CopySource {
  /** The source file. The page indexes and Bloom filters of all copied chunks are read from it in few requests. */
  readonly file: ParquetFile;
  readonly windows: SourceWindows;
  /** True if a chunk may be copied without parsing its page headers. */
  readonly trustsIndex: boolean;
}

/** The fraction of `limits.memoryBytes` to use for reading page indexes in advance. */
const indexShare = 1 / 8;

/**
 * Prepares to copy chunks of one row group. Does not read from the source.
 * @throws ParquetError CORRUPT if chunks overlap.
 */
export function createCopySource(
  file: ParquetFile,
  chunks: readonly ChunkLocation[],
  signal: AbortSignal | undefined,
  trustsIndex = false,
): CopySource {
  const [first] = chunks;
  if (first !== undefined) requireApart(first.rowGroup, chunks);
  const windows = createSourceWindows(file, chunks, signal);
  // Indexes that are encrypted or in other files are not read in advance.
  if (file.encryption !== undefined || file.external !== undefined || chunks.length === 1)
    return { file, windows, trustsIndex };
  const aheadBytes = Math.floor(file.limits.memoryBytes * indexShare);
  const planned = plannedSource(file.source, { aheadBytes, ...(signal === undefined ? {} : { signal }) });
  const isKept = ({ offset, length }: ByteRange): boolean =>
    keptBytes(file.footer.indexes, offset, length) !== undefined;
  planned.announce(chunks.flatMap(indexRanges).filter((range) => !isKept(range)));
  return { file: file.over(planned), windows, trustsIndex };
}

/**
 * Returns the byte ranges of a chunk's page indexes and Bloom filter. Omits ranges that do not end before the footer;
 * reading these later throws an error.
 */
function indexRanges({ chunk, metaData, dataEnd }: ChunkLocation): ByteRange[] {
  const ranges: readonly (readonly [number | undefined, number | undefined])[] = [
    [chunk.columnIndexOffset, chunk.columnIndexLength],
    [chunk.offsetIndexOffset, chunk.offsetIndexLength],
    [metaData.bloomFilterOffset, metaData.bloomFilterLength],
  ];
  return ranges.flatMap(([offset = 0, length = 0]) =>
    offset > 0 && length > 0 && offset + length <= dataEnd ? [{ offset, length }] : [],
  );
}
