/**
 * Writes a column chunk: values to pages, with a dictionary, statistics, indexes and a Bloom filter.
 */
import { type Nulls, ParquetError, type Values } from '@marquetry/core';
import type { ChunkWriterOptions } from './options.js';
import type { WrittenChunk } from './written-chunk.js';

/** Whole rows of a column. */
export interface WriteBatch {
  /** Dense values, flat or indices. Not kept: their memory may be used again after the call. */
  readonly values: Values;
  readonly nulls: Nulls;
  /** Slots, nulls included. */
  readonly slotCount: number;
  readonly rowCount: number;
}

export interface ChunkWriter {
  /** Rows written so far. */
  readonly rowCount: number;
  /** Bytes held: finished pages, dictionary, values of the page to come. */
  readonly bufferedBytes: number;
  /**
   * Adds whole rows. Everything is checked before anything is taken.
   * @throws ParquetError INVALID_ARGUMENT, naming column and row, for values that do not fit the column.
   */
  write(batch: WriteBatch): void;
  /** The chunk. The writer is spent. */
  finish(): WrittenChunk;
}

/** See {@link ChunkWriter}. @throws ParquetError INVALID_ARGUMENT or UNSUPPORTED for options that cannot be. */
export function createChunkWriter(options: ChunkWriterOptions): ChunkWriter {
  throw new ParquetError('UNSUPPORTED', `not yet: ${options.leaf.name}`);
}
