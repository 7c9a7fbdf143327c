/**
 * Rows that are handed on together.
 */
import type { NestedColumn } from '@marquetry/column';
import type { Output } from '../terminal/output.js';
import { createByteText } from './byte-text.js';
import type { OpenedRows } from './row-format.js';

export interface Piece {
  /** Binds the columns of a batch. Returns a function that appends a row, and is true when the piece is large enough to be written. */
  of(columns: readonly NestedColumn[]): (row: number) => boolean;
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
        return (row) => {
          const { length } = piece;
          try {
            append(piece, row);
          } catch (error) {
            // The rows before a fault are good.
            piece.length = length;
            throw error;
          }
          return piece.length >= pieceLength;
        };
      },
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
        return text.length >= pieceLength;
      };
    },
    write: async () => {
      const whole = text;
      text = '';
      await writeText(whole);
    },
  };
}
