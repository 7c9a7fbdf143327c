/** Collects the text of several rows, so that they are written to the output together. */
import type { NestedColumn } from '@marquetry/column';
import type { Output } from '../terminal/output.js';
import { createByteText } from './byte-text.js';
import type { OpenedRows } from './row-format.js';

export interface Piece {
  /**
   * Binds the columns of a batch. Returns a function that appends at least one of the rows `from` to `to`, and returns
   * the row after the last one appended. If it throws, the rows appended by earlier calls are complete, and nothing
   * else has been appended.
   */
  of(columns: readonly NestedColumn[]): (from: number, to: number) => number;
  /** True if the piece is large enough to be written. */
  isFull(): boolean;
  /** Writes the appended rows. */
  write(): Promise<void>;
}

/** Approximate size of a piece, in characters or bytes. */
const pieceLength = 2 ** 16;

/**
 * Creates a piece for one file. It holds bytes if the format can produce them and the output is not a terminal;
 * otherwise text, written by `writeText`.
 */
export function createPiece(rows: OpenedRows, output: Output, writeText: (text: string) => Promise<void>): Piece {
  const { appendersOf } = rows;
  if (appendersOf !== undefined && !output.isTerminal && rows.head === '') {
    const piece = createByteText(pieceLength + 2 ** 12);
    return {
      of: (columns) => {
        const append = appendersOf(columns);
        return (from, to) => {
          const { length } = piece;
          try {
            return append(piece, from, to);
          } catch (error) {
            // Keep the rows before the error.
            piece.length = length;
            throw error;
          }
        };
      },
      isFull: () => piece.length >= pieceLength,
      write: async () => {
        // Reuse the buffer, so that it stays in the processor's cache.
        await output.writeBytes(piece.bytes.subarray(0, piece.length));
        piece.length = 0;
      },
    };
  }
  let text = rows.head;
  return {
    of: (columns) => {
      const rowText = rows.rowsOf(columns);
      return (row) => {
        text += rowText(row);
        return row + 1;
      };
    },
    isFull: () => text.length >= pieceLength,
    write: async () => {
      const whole = text;
      text = '';
      await writeText(whole);
    },
  };
}
