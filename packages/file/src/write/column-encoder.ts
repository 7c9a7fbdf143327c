/**
 * Encodes the columns of row groups: in this thread, one portion after the other, or in workers (`worker-encoders.ts`).
 */
import type { ChunkWriter, WriteBatch, WrittenChunk } from '@marquetry/column-writer';
import { isTurnDue, yieldToEventLoop } from '@marquetry/core';
import type { ColumnRows } from './column-rows.js';
import { encodeRows, finishChunk } from './encode-rows.js';
import type { ColumnPlan } from './options.js';
import { createChunk, encodedChunk, type PendingChunk } from './pending-chunk.js';

/** Encodes one chunk. */
export interface ColumnEncoder {
  readonly column: ColumnPlan;
  /** Bytes held for encoded rows. */
  readonly bufferedBytes: number;
  /** An upper bound on the bytes that the rows still being encoded will add; 0 if all rows are encoded. */
  readonly comingBytes: number;
  /**
   * Takes the next `count` rows, and passes them to `see`. Resolves when more may be given.
   * @throws As the chunk writer, naming the column: for these rows, or for earlier ones. The reason of the signal.
   */
  encode(rows: ColumnRows, count: number, see?: (batch: WriteBatch) => void): Promise<void>;
  /** The chunk. The encoder is spent. Throws as {@link encode}. */
  finish(): Promise<WrittenChunk>;
}

/** Makes the encoders of a file, and ends row groups. */
export interface ColumnEncoders {
  /** An encoder for a chunk of the column. */
  open(column: ColumnPlan): ColumnEncoder;
  /** The encoder's chunk. */
  finish(encoder: ColumnEncoder): Promise<WrittenChunk>;
  /** Whether the encoders of a row group work side by side: an encoder need not be finished before the next begins. */
  readonly areSideBySide: boolean;
  /** Bytes held for row groups that have ended and are not stored yet. */
  readonly endedBytes: number;
  /**
   * Finishes the chunks, and gives them to `store`: before the call resolves, or while later rows are encoded. Row groups are stored
   * in order. Empties `encoders` as it goes.
   */
  end(encoders: ColumnEncoder[], store: (chunks: PendingChunk[]) => Promise<void>): Promise<void>;
  /** Waits until more is encoded or stored. @throws As {@link ColumnEncoder.encode}, and as `store`. */
  progress(): Promise<void>;
  /** Waits until everything is encoded and stored. Throws as {@link progress}. */
  drain(): Promise<void>;
  /** Discards unfinished chunks. */
  close(reason: unknown): void;
}

/** Encoders that have done the work of a call when it resolves. */
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
        // Of thousands of columns, writers take more than what they have written.
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

/** A class, as there is one per column of a row group. */
export class ThreadEncoder implements ColumnEncoder {
  readonly column: ColumnPlan;
  readonly comingBytes = 0;
  private readonly chunk: ChunkWriter;
  private readonly signal: AbortSignal;

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
