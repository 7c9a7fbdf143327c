/**
 * Encodes the columns of row groups: in this thread, one range of rows after another, or in workers
 * (`worker-encoders.ts`).
 */
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
  /** Bytes of memory that the encoded rows use. */
  readonly bufferedBytes: number;
  /** An upper bound on the bytes that the rows still being encoded will add; 0 if all rows are encoded. */
  readonly comingBytes: number;
  /**
   * Encodes the next `count` of the rows, after passing them to `see`. Resolves when the encoder accepts more rows.
   * @throws The errors of the chunk writer, which name the column, for these or earlier rows; the signal's reason if it is aborted.
   */
  encode(rows: ColumnRows, count: number, see?: (batch: WriteBatch) => void): Promise<void>;
  /** Returns the chunk. The encoder must not be used afterwards. Throws like {@link encode}. */
  finish(): Promise<WrittenChunk>;
}

/** The encoders of a file: creates one per column chunk, and ends row groups. */
export interface ColumnEncoders {
  /** Returns an encoder for a chunk of the column. */
  open(column: ColumnPlan): ColumnEncoder;
  /** Returns the encoder's chunk. The encoder must not be used afterwards. */
  finish(encoder: ColumnEncoder): Promise<WrittenChunk>;
  /**
   * True if the encoders of a row group work concurrently, so that the next one may start before one is finished.
   */
  readonly areSideBySide: boolean;
  /** Bytes of memory that row groups use from their end until they are stored. */
  readonly endedBytes: number;
  /**
   * Ends a row group: finishes its chunks and passes them to `store`. This may continue after the call has resolved, while later rows are encoded.
   * Row groups are stored in order. Removes each encoder from `encoders` once it is finished, to free its memory.
   */
  end(encoders: ColumnEncoder[], store: (chunks: PendingChunk[]) => Promise<void>): Promise<void>;
  /**
   * Waits until some of the pending work is done: rows encoded or a row group stored. @throws The errors of {@link ColumnEncoder.encode} and of
   * `store`.
   */
  progress(): Promise<void>;
  /** Waits until everything is encoded and stored. Throws like {@link progress}. */
  drain(): Promise<void>;
  /** Discards the chunks that are not finished. */
  close(reason: unknown): void;
}

/** Creates encoders that work in this thread. When a call of `encode` resolves, its rows are encoded. */
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
        // Frees each chunk writer at once: with thousands of columns, the writers take more memory than the pages that they have written.
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
 * Encodes one chunk in this thread. This is a class instead of closures, to save memory: one object is created per
 * column of each row group.
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
