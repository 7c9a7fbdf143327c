/**
 * Rows that are handed on together.
 */
import type { NestedColumn } from '@marquetry/column';
import type { Output } from '../terminal/output.js';
import { createByteText } from './byte-text.js';
import type { OpenedRows } from './row-format.js';

export interface Piece {
  /**
   * Binds the columns of a batch. Returns a function that appends rows from `from` on, before `to`, at least one, and returns the row
   * after the last. When it throws, all rows that it was called for before are whole, and no other is there.
   */
  of(columns: readonly NestedColumn[]): (from: number, to: number) => number;
  /** Whether it is large enough to be written. */
  isFull(): boolean;
  /** Writes what was appended. */
  write(): Promise<void>;
}

/** Characters or bytes of a piece, about. */
const pieceLength = 2 ** 16;

/** The rows of one file: as bytes where the format has them and no terminal needs text, with `writeText` otherwise. */
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
            // The rows before a fault are good.
            piece.length = length;
            throw error;
          }
        };
      },
      isFull: () => piece.length >= pieceLength,
      write: async () => {
        // Memory that is written over and over stays in the processor's cache.
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
