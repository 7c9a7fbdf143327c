/** Encodes the columns of row groups in this thread. `worker-encoders.ts` encodes them in workers. */
import type { ChunkWriter, WriteBatch, WrittenChunk } from '@marquetry/column-writer';
import { isTurnDue, yieldToEventLoop } from '@marquetry/core';
import type { ColumnRows } from './column-rows.js';
import { encodeRows, finishChunk } from './encode-rows.js';
import type { ColumnPlan } from './options.js';
import { createChunk, encodedChunk } from './pending-chunk.js';
import type { PendingChunk } from './placed-chunk.js';

/** Encodes one column chunk. */
export interface ColumnEncoder {
  readonly column: ColumnPlan;
  /** Number of bytes that the encoded rows use in memory. */
  readonly bufferedBytes: number;
  /** An upper bound on the number of bytes that rows still being encoded will add; 0 if all rows are encoded. */
  readonly comingBytes: number;
  /**
   * Encodes the next `count` of the rows, after passing them to `see`. Resolves when the encoder accepts more rows.
   * @throws The chunk writer's error for these or earlier rows, with the column's path; the signal's reason if it is
   * aborted.
   */
  encode(rows: ColumnRows, count: number, see?: (batch: WriteBatch) => void): Promise<void>;
  /** Completes the chunk and returns it. The encoder must not be used afterwards. Throws like {@link encode}. */
  finish(): Promise<WrittenChunk>;
}

/** Creates the encoders for the column chunks of a file, and ends row groups. */
export interface ColumnEncoders {
  /** Returns an encoder for a chunk of the column. */
  open(column: ColumnPlan): ColumnEncoder;
  /** Completes the encoder's chunk and returns it. The encoder must not be used afterwards. */
  finish(encoder: ColumnEncoder): Promise<WrittenChunk>;
  /**
   * True if the encoders of a row group work concurrently: the next encoder may start before the previous one has
   * finished.
   */
  readonly areSideBySide: boolean;
  /** Number of bytes that row groups use in memory after they have ended and before they are stored. */
  readonly endedBytes: number;
  /**
   * Ends a row group: completes its chunks and passes them to `store`. This work may continue after the call has
   * resolved, while later rows are encoded. Row groups are stored in order. Removes each encoder from `encoders` once
   * its chunk is complete, to free its memory.
   */
  end(encoders: ColumnEncoder[], store: (chunks: PendingChunk[]) => Promise<void>): Promise<void>;
  /**
   * Waits until some of the pending work is done: until rows are encoded or a row group is stored.
   * @throws Errors from {@link ColumnEncoder.encode} and `store`.
   */
  progress(): Promise<void>;
  /** Waits until everything is encoded and stored. Throws like {@link progress}. */
  drain(): Promise<void>;
  /** Discards the chunks that are not complete. */
  close(reason: unknown): void;
}

/** Creates encoders that work in this thread. When `encode` resolves, its rows have been encoded. */
export function createEncoders(signal: AbortSignal): ColumnEncoders {
  return {
    open: (column) => new ThreadEncoder(column, signal),
    finish: (encoder) => encoder.finish(),
    areSideBySide: false,
    endedBytes: 0,
    async end(encoders, store) {
      const chunks: PendingChunk[] = [];
      encoders.reverse();
      for (let encoder = encoders.pop(); encoder !== undefined; encoder = encoders.pop()) {
        // Free each chunk writer at once, because with thousands of columns the writers take more memory than the pages
        // that they have written.
        chunks.push(encodedChunk(await encoder.finish(), encoder.column));
        if (isTurnDue()) await yieldToEventLoop(signal);
      }
      await store(chunks);
    },
    progress: async () => undefined,
    drain: async () => undefined,
    close: () => undefined,
  };
}

/**
 * Encodes one chunk in this thread. This is a class because there is one object per column of each row group, and
 * closures would take more memory.
 */
export class ThreadEncoder implements ColumnEncoder {
  declare readonly column: ColumnPlan;
  readonly comingBytes = 0;
  declare private readonly chunk: ChunkWriter;
  declare private readonly signal: AbortSignal;

  /**
   * Creates the encoder of one chunk.
   * @throws ParquetError for invalid options, naming the column.
   */
  constructor(column: ColumnPlan, signal: AbortSignal) {
    this.column = column;
    this.chunk = createChunk(column);
    this.signal = signal;
  }

  get bufferedBytes(): number {
    return this.chunk.bufferedBytes;
  }

  encode(rows: ColumnRows, count: number, see?: (batch: WriteBatch) => void): Promise<void> {
    return encodeRows(this.chunk, this.column, rows, count, this.signal, see);
  }

  finish(): Promise<WrittenChunk> {
    return finishChunk(this.chunk, this.column, this.signal);
  }
}
