/**
 * Encodes the columns of row groups: in this thread, one portion after the other, or in workers (`worker-encoders.ts`).
 */
import type { ChunkWriter, WriteBatch, WrittenChunk } from '@marquetry/column-writer';
import { isTurnDue, yieldToEventLoop } from '@marquetry/core';
import type { ColumnRows } from './column-rows.js';
import { encodeRows, finishChunk } from './encode-rows.js';
import type { ColumnPlan } from './options.js';
import { createChunk, encodedChunk } from './pending-chunk.js';
import type { PendingChunk } from './placed-chunk.js';

/** Encodes one chunk. */
export interface ColumnEncoder {
  readonly column: ColumnPlan;
  /** Bytes held for encoded rows. */
  readonly bufferedBytes: number;
  /** An upper bound on the bytes that the rows still being encoded will add; 0 if all rows are encoded. */
  readonly comingBytes: number;
  /**
   * Takes the next `count` rows, and passes them to `see`. Resolves when the encoder accepts more.
   * @throws The errors of the chunk writer, which name the column, for these or earlier rows; the reason of the signal.
   */
  encode(rows: ColumnRows, count: number, see?: (batch: WriteBatch) => void): Promise<void>;
  /** Returns the chunk. The encoder must not be used afterwards. Throws like {@link encode}. */
  finish(): Promise<WrittenChunk>;
}

/** Creates the encoders of a file, and ends row groups. */
export interface ColumnEncoders {
  /** Returns an encoder for a chunk of the column. */
  open(column: ColumnPlan): ColumnEncoder;
  /** Returns the encoder's chunk. The encoder must not be used afterwards. */
  finish(encoder: ColumnEncoder): Promise<WrittenChunk>;
  /**
   * True if the encoders of a row group work concurrently: an encoder need not be finished before the next one starts.
   */
  readonly areSideBySide: boolean;
  /** Bytes held for row groups that have ended and are not stored yet. */
  readonly endedBytes: number;
  /**
   * Finishes the chunks, and passes them to `store`, before the call resolves or while later rows are encoded. Row
   * groups are stored in order. Empties `encoders` as it goes.
   */
  end(encoders: ColumnEncoder[], store: (chunks: PendingChunk[]) => Promise<void>): Promise<void>;
  /** Waits until more is encoded or stored. @throws The errors of {@link ColumnEncoder.encode} and of `store`. */
  progress(): Promise<void>;
  /** Waits until everything is encoded and stored. Throws like {@link progress}. */
  drain(): Promise<void>;
  /** Discards unfinished chunks. */
  close(reason: unknown): void;
}

/** Creates encoders that work in this thread: when a call resolves, its rows are encoded. */
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
        // With thousands of columns, the chunk writers take more memory than the pages that they have written.
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

/** A class, because there is one per column of a row group. */
export class ThreadEncoder implements ColumnEncoder {
  declare readonly column: ColumnPlan;
  readonly comingBytes = 0;
  declare private readonly chunk: ChunkWriter;
  declare private readonly signal: AbortSignal;

  /** @throws ParquetError for invalid options, naming the column. */
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
