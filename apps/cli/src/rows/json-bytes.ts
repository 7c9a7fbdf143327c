/**
 * JSON lines as UTF-8, without a string for each row: most cells of most files are dictionary entries, numbers and ASCII.
 *
 *   {"year":2013,"carrier":"UA","dest":null}
 *   ───┬────┬────╴                                 key and value are one cell
 *     key  value
 *
 * Rows are made in blocks: column by column it is settled where the text of each cell is, then rows are copied together.
 */
import type { NestedColumn } from '@marquetry/column';
import { defaultLimits, limitError } from '@marquetry/core';
import type { Field } from '@marquetry/schema';
import { appendPart, type ByteText, byteTextOf } from './byte-text.js';
import { appendRows, createCellBlock, lengthOfCell, startRows } from './cell-block.js';
import { createColumnFiller } from './cell-fillers.js';

/**
 * Appends rows of a batch, from row `from` on, before row `to`: some of them, at least one. Returns the row after the last.
 * @throws ParquetError LIMIT for a row that is too long, and whatever its values do; nothing is appended by then.
 */
export type AppendRows = (text: ByteText, from: number, to: number) => number;

/** Bytes of a row, at most: those of its text in memory are a part of `limits.memoryBytes`. */
const mostLength = defaultLimits.memoryBytes / 8;

/** Bytes of a block, about, and at most. */
const blockBytes = 2 ** 16;
const mostBlockBytes = 2 ** 22;
const mostBlockRows = 2 ** 9;

/** Binds the columns of a batch, column `i` of field `i`. */
export function createRowAppender(fields: readonly Field[]): (columns: readonly NestedColumn[]) => AppendRows {
  if (fields.length === 0) return () => appendEmptyRow;
  const block = createCellBlock(fields.length);
  const binds = fields.map((field, i) => createColumnFiller(block, i, field));
  /** Rows of the next block. */
  let rows = 8;
  return (columns) => {
    const bound = binds.map((bind, column) => ({ column, filler: bind(columns[column] as NestedColumn) }));
    const kept = bound.filter(({ filler }) => filler.isKept);
    const others = bound.filter(({ filler }) => !filler.isKept);

    const appendBlock = (text: ByteText, from: number, count: number): boolean => {
      const { texts } = block;
      startRows(block, count, mostBlockBytes);
      for (const { filler } of kept) if (!filler.fill(from, count)) return false;
      const end = texts.length;
      try {
        if (!others.every(({ filler }) => filler.fill(from, count))) return false;
        appendRows(text, block, count);
        return true;
      } finally {
        texts.length = end;
      }
    };
    const appendRow = (text: ByteText, row: number): void => {
      const { texts } = block;
      startRows(block, 1, Number.POSITIVE_INFINITY);
      let end = texts.length;
      let length = 0;
      try {
        for (const { column, filler } of [...kept, ...others]) {
          filler.fill(row, 1);
          if (filler.isKept) end = texts.length;
          length += lengthOfCell(block, column);
          if (length > mostLength) throw limitError('memoryBytes', defaultLimits, `a row of ${length} bytes or more`);
        }
        appendRows(text, block, 1);
      } finally {
        texts.length = end;
      }
    };
    /** Rows up to here go one by one: what is in the way is in one of them. */
    let singly = 0;
    return (text, from, to) => {
      const count = Math.min(rows, to - from);
      if (count > 1 && from >= singly) {
        const { length } = text;
        let isWhole = false;
        try {
          isWhole = appendBlock(text, from, count);
        } catch {
          // Alone, the row that is at fault says so again.
        }
        if (isWhole) {
          const perRow = (text.length - length) / count;
          rows = Math.max(1, Math.min(mostBlockRows, 2 * rows, Math.floor(blockBytes / perRow)));
          return from + count;
        }
        text.length = length;
        singly = from + count;
        rows = Math.max(1, rows >> 1);
      }
      const { length } = text;
      appendRow(text, from);
      if (from >= singly) rows = text.length - length < blockBytes ? 2 : 1;
      return from + 1;
    };
  };
}

const emptyRow = byteTextOf('{}\n');
function appendEmptyRow(text: ByteText, from: number): number {
  appendPart(text, emptyRow, 0, emptyRow.length);
  return from + 1;
}
