/** Collects the text of several rows, so that they are written to the output together. */
import type { NestedColumn } from '@marquetry/column';
import type { Output } from '../terminal/output.js';
import { createByteText } from './byte-text.js';
import type { OpenedRows } from './row-format.js';

export interface Piece {
  /**
   * Takes the columns of a batch, and returns a function that appends rows of that batch. The function appends row
   * `from`, and may append the rows after it up to `to`, exclusive. It returns the number of the row after the last
   * appended row. If it throws, it has appended nothing, and rows from earlier calls are complete.
   */
  of(columns: readonly NestedColumn[]): (from: number, to: number) => number;
  /** Returns true once so much text has been collected that `write` should be called. */
  isFull(): boolean;
  /** Writes the appended rows. */
  write(): Promise<void>;
}

/** `isFull` returns true once the collected text has at least this many characters or bytes. */
const pieceLength = 2 ** 16;

/**
 * Creates the collector for the rows of one file. It collects UTF-8 bytes if the format can produce them and the output
 * is not a terminal. Otherwise it collects a string, which `writeText` writes.
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
            // Remove the part of the row that failed, and keep the rows before it.
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
