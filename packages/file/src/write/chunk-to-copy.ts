/**
 * References to column chunks of other files, which a writer copies.
 */
import type { ChunkAddress, ParquetFile } from '../parquet-file.js';

/** A chunk of another file to copy, in place of values to encode. Made by {@link chunkCopy}. */
export interface ChunkCopy {
  readonly kind: 'copy';
  readonly file: ParquetFile;
  readonly address: ChunkAddress;
}

/** Returns a column for `writeRowGroup` that copies a stored chunk of `file` unchanged. */
export function chunkCopy(file: ParquetFile, address: ChunkAddress): ChunkCopy {
  return { kind: 'copy', file, address };
}

/** True if `value` was returned by {@link chunkCopy}. */
export function isChunkCopy(value: unknown): value is ChunkCopy {
  return typeof value === 'object' && value !== null && (value as Partial<ChunkCopy>).kind === 'copy';
}
