/** The interfaces for encoding column chunks outside this thread, which `createWorkerPool` of `@marquetry/parallel` implements. */
import type { ChunkWriterOptions, WriteBatch, WrittenChunk } from '@marquetry/column-writer';

/** Encodes the column chunks of files in workers. */
export interface ParallelWriter {
  /** Opens an encoder for the chunks of one file. */
  openChunks(): ParallelChunks;
}

/** Encodes the chunks of one file. Any number of chunks may be open at the same time. */
export interface ParallelChunks {
  /**
   * Opens a chunk to encode in a worker, with the same bytes as `createChunkWriter(options)` in this thread. Returns undefined if an option cannot be
   * sent to a worker, such as a custom encoding policy; the chunk is then encoded in this thread.
   */
  open(options: ChunkWriterOptions): ParallelChunk | undefined;
  /** Discards all chunks that are not finished. Their pending calls reject with `reason`. */
  close(reason: unknown): void;
}

/** A chunk that is encoded in a worker. Calls may overlap; they take effect in the order in which they were made. */
export interface ParallelChunk {
  /**
   * Adds rows that `createBatchCheck` accepts. Their memory may be reused as soon as the call returns. Resolves with the number of bytes of memory
   * that the chunk writer then uses. Rejects with the errors of the chunk writer.
   */
  write(batch: WriteBatch): Promise<number>;
  /** Resolves with the chunk. Rejects with the errors of the chunk writer. */
  finish(): Promise<WrittenChunk>;
}
