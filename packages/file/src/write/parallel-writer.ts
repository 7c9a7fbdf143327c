/**
 * The interfaces for encoding column chunks in workers, which `createWorkerPool` from `@marquetry/parallel` implements.
 */
import type { ChunkWriterOptions, WriteBatch, WrittenChunk } from '@marquetry/column-writer';

/** Encodes the column chunks of files in workers. */
export interface ParallelWriter {
  /** Opens an encoder for the chunks of one file. */
  openChunks(): ParallelChunks;
}

/** Encodes the chunks of one file. Any number of chunks may be open at the same time. */
export interface ParallelChunks {
  /**
   * Opens a chunk to be encoded in a worker. Its bytes are the same as with `createChunkWriter(options)` in this
   * thread. Returns undefined if an option cannot be sent to a worker, such as a custom encoding policy. In that case,
   * encode the chunk in this thread.
   */
  open(options: ChunkWriterOptions): ParallelChunk | undefined;
  /** Discards all chunks that are not complete. Their pending calls reject with `reason`. */
  close(reason: unknown): void;
}

/** A chunk that is encoded in a worker. Calls may overlap, and take effect in the order in which they are made. */
export interface ParallelChunk {
  /**
   * Adds rows, which `createBatchCheck` must have accepted. Their memory may be reused as soon as the call returns.
   * Resolves with the number of bytes that the chunk writer then uses in memory. Rejects with the chunk writer's
   * errors.
   */
  write(batch: WriteBatch): Promise<number>;
  /** Completes the chunk and resolves with it. Rejects with the chunk writer's errors. */
  finish(): Promise<WrittenChunk>;
}
