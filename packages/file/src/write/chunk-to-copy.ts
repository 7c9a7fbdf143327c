/** References to column chunks in other files, for a writer to copy. */
import type { ChunkAddress, ParquetFile } from '../parquet-file.js';

/** A chunk of another file that a writer copies, instead of encoding values. Created by {@link chunkCopy}. */
export interface ChunkCopy {
  readonly kind: 'copy';
  readonly file: ParquetFile;
  readonly address: ChunkAddress;
}

/** Returns a value to pass as a column to `writeRowGroup`, which then copies a chunk of `file` unchanged. */
export function chunkCopy(file: ParquetFile, address: ChunkAddress): ChunkCopy {
  return { kind: 'copy', file, address };
}

/** True if `value` was returned by {@link chunkCopy}. */
export function isChunkCopy(value: unknown): value is ChunkCopy {
  return typeof value === 'object' && value !== null && (value as Partial<ChunkCopy>).kind === 'copy';
}
