/**
 * The file from which the chunks of a row group are copied. The pages are read in windows (source-windows.ts) that
 * several chunks share, and the page indexes and Bloom filters in few requests.
 */
import type { ChunkLocation } from '../chunk.js';
import { requireApart } from '../chunk-overlap.js';
import { keptBytes } from '../kept-bytes.js';
import type { ParquetFile } from '../parquet-file.js';
import { type ByteRange, plannedSource } from '../source/planned.js';
import { createSourceWindows, type SourceWindows } from './source-windows.js';

export interface CopySource {
  /** The source file. Its page indexes and Bloom filters are read together. */
  readonly file: ParquetFile;
  readonly windows: SourceWindows;
}

/** Page indexes that are read before they are needed must not take more than this part of `limits.memoryBytes`. */
const indexShare = 1 / 8;

/**
 * Prepares the copy of chunks of one row group. Reads nothing yet.
 * @throws ParquetError CORRUPT if chunks overlap.
 */
export function createCopySource(
  file: ParquetFile,
  chunks: readonly ChunkLocation[],
  signal: AbortSignal | undefined,
): CopySource {
  const [first] = chunks;
  if (first !== undefined) requireApart(first.rowGroup, chunks);
  const windows = createSourceWindows(file, chunks, signal);
  // Indexes that are encrypted, or that are in other files, are read in another way.
  if (file.encryption !== undefined || file.external !== undefined || chunks.length === 1) return { file, windows };
  const aheadBytes = Math.floor(file.limits.memoryBytes * indexShare);
  const planned = plannedSource(file.source, { aheadBytes, ...(signal === undefined ? {} : { signal }) });
  const isKept = ({ offset, length }: ByteRange): boolean =>
    keptBytes(file.footer.indexes, offset, length) !== undefined;
  planned.announce(chunks.flatMap(indexRanges).filter((range) => !isKept(range)));
  return { file: file.over(planned), windows };
}

/** Returns the ranges of a chunk's page indexes and Bloom filter that are within the file. The others throw an error when they are read. */
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
