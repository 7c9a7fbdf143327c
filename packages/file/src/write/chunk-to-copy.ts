/**
 * Chunks of other files, named to be copied.
 */
import type { ChunkAddress, ParquetFile } from '../parquet-file.js';

/** A chunk of another file, which is copied instead of values being encoded. Made by {@link chunkCopy}. */
export interface ChunkCopy {
  readonly kind: 'copy';
  readonly file: ParquetFile;
  readonly address: ChunkAddress;
}

/** Names a chunk of `file` to copy as it is stored. */
export function chunkCopy(file: ParquetFile, address: ChunkAddress): ChunkCopy {
  return { kind: 'copy', file, address };
}

/** True for a result of {@link chunkCopy}. */
export function isChunkCopy(value: unknown): value is ChunkCopy {
  return typeof value === 'object' && value !== null && (value as Partial<ChunkCopy>).kind === 'copy';
}
