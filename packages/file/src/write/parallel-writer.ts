/**
 * What encodes column chunks elsewhere than in this thread: `createWorkerPool` of `@marquetry/parallel`.
 */
import type { ChunkWriterOptions, WriteBatch, WrittenChunk } from '@marquetry/column-writer';

/** Whatever encodes the column chunks of files in workers. */
export interface ParallelWriter {
  /** Opens what encodes the chunks of one file. */
  openChunks(): ParallelChunks;
}

/** Encodes the chunks of one file, any number of them side by side. */
export interface ParallelChunks {
  /**
   * A chunk that is encoded elsewhere, to the bytes that `createChunkWriter(options)` gives. Undefined if an option cannot be sent,
   * such as an encoding policy of one's own: the chunk is then encoded in this thread.
   */
  open(options: ChunkWriterOptions): ParallelChunk | undefined;
  /** Gives up all chunks that are not finished: their calls reject with the reason. */
  close(reason: unknown): void;
}

/** A chunk that is encoded elsewhere. Calls need not wait for each other; they are done in order. */
export interface ParallelChunk {
  /**
   * Adds rows that `createBatchCheck` accepts. Their memory may be used again when the call has returned its promise, which
   * resolves with the bytes that the chunk writer holds after these rows. Rejects with what the chunk writer throws.
   */
  write(batch: WriteBatch): Promise<number>;
  /** The chunk. Rejects with what the chunk writer throws. */
  finish(): Promise<WrittenChunk>;
}
