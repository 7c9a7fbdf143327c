/** The interface for encoding column chunks outside this thread: `createWorkerPool` of `@marquetry/parallel`. */
import type { ChunkWriterOptions, WriteBatch, WrittenChunk } from '@marquetry/column-writer';

/** Encodes the column chunks of files in workers. */
export interface ParallelWriter {
  /** Opens what encodes the chunks of one file. */
  openChunks(): ParallelChunks;
}

/** Encodes the chunks of one file, any number of them side by side. */
export interface ParallelChunks {
  /**
   * Opens a chunk to be encoded elsewhere, to the bytes that `createChunkWriter(options)` gives. Undefined if an option
   * cannot be sent, such as a custom encoding policy: the chunk is then encoded in this thread.
   */
  open(options: ChunkWriterOptions): ParallelChunk | undefined;
  /** Discards all chunks that are not finished: their calls reject with the reason. */
  close(reason: unknown): void;
}

/** A chunk that is encoded elsewhere. Calls need not wait for each other; they are done in order. */
export interface ParallelChunk {
  /**
   * Adds rows that `createBatchCheck` accepts. Their memory may be reused as soon as the call returns. The promise
   * resolves with the bytes that the chunk writer then holds. Rejects with what the chunk writer throws.
   */
  write(batch: WriteBatch): Promise<number>;
  /** The chunk. Rejects with what the chunk writer throws. */
  finish(): Promise<WrittenChunk>;
}
