/**
 * Writes rows as JSON lines in UTF-8, without creating a string per row. This is fast for dictionary entries, whose
 * bytes are formatted once and then copied, and for numbers and ASCII text, which are written as bytes directly.
 *
 *   {"year":2013,"carrier":"UA","dest":null}
 *   ───┬────┬────╴                                 a cell is a key and its value
 *     key  value
 *
 * Rows are built in blocks (see `cell-block.ts`). If a block of rows fails, its rows are written one by one, so that
 * all rows before the failing one are printed.
 */
import type { NestedColumn } from '@marquetry/column';
import { defaultLimits, limitError } from '@marquetry/core';
import type { VariantWriter } from '@marquetry/json';
import type { Field } from '@marquetry/schema';
import { appendPart, type ByteText, byteTextOf } from './byte-text.js';
import { appendRows, createCellBlock, lengthOfCell, startRows } from './cell-block.js';
import { createColumnFiller } from './cell-fillers.js';

/**
 * Appends rows of a batch: row `from`, and possibly the rows after it up to `to`, exclusive. Returns the number of the
 * row after the last appended row.
 * @throws ParquetError LIMIT if a row is too long, or the error that reading a value throws. Nothing is appended then.
 */
export type AppendRows = (text: ByteText, from: number, to: number) => number;

/** Maximum bytes per row, so that the text of one row takes only a small part of `limits.memoryBytes`. */
const mostLength = defaultLimits.memoryBytes / 8;

/** Target size of a block of rows, in bytes. */
const blockBytes = 2 ** 16;
/** Maximum size of a block of rows, in bytes. */
const mostBlockBytes = 2 ** 22;
/** Maximum number of rows in a block. */
const mostBlockRows = 2 ** 9;

/**
 * Returns a function that takes the columns of a batch, one per field, and returns a function that appends rows of that
 * batch.
 */
export function createRowAppender(
  fields: readonly Field[],
  variants?: VariantWriter,
): (columns: readonly NestedColumn[]) => AppendRows {
  if (fields.length === 0) return () => appendEmptyRow;
  const block = createCellBlock(fields.length);
  const binds = fields.map((field, i) => createColumnFiller(block, i, field, variants));
  /** Number of rows to put in the next block, adapted to the size of the previous rows. */
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
          if (length > mostLength) throw limitError('memoryBytes', defaultLimits, `a row of at least ${length} bytes`);
        }
        appendRows(text, block, 1);
      } finally {
        texts.length = end;
      }
    };
    /** Rows before this row number are appended one by one, because appending them as a block has failed. */
    let singly = 0;
    return (text, from, to) => {
      const count = Math.min(rows, to - from);
      if (count > 1 && from >= singly) {
        const { length } = text;
        let isWhole = false;
        try {
          isWhole = appendBlock(text, from, count);
        } catch {
          // The failing row throws the same error again when it is appended without other rows.
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
