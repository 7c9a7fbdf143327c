/**
 * The cells of some rows of all columns: first where each is, column by column, then copied together, row by row.
 *
 *   texts    entries of dictionaries and nulls, kept from block to block | cells of these rows alone
 *   places   start, end of row 0 column 0 | of row 0 column 1 | ... | of row 1 column 0 | ...      in `texts`
 *
 * So that each loop does one thing for many cells of one kind, and a row costs a copy of some words per cell.
 */
import { type ByteText, createByteText, reserve } from './byte-text.js';

export interface CellBlock {
  readonly texts: ByteText;
  /** Columns of a row. */
  readonly columns: number;
  /** Has room for the rows of the block. */
  places: Int32Array;
  /** A filler stops when `texts` is longer. */
  limit: number;
  /** How often the kept texts were dropped: places of an earlier generation are void. */
  generation: number;
}

/**
 * Places the cells of `count` rows of one column, from row `from` of the batch on, as rows 0 and up of the block. Returns false,
 * with nothing settled, when the texts get longer than `limit`.
 */
export type FillCells = (from: number, count: number) => boolean;

/** Bytes of kept texts, about, after which they are dropped. */
const mostKept = 2 ** 24;

export function createCellBlock(columns: number): CellBlock {
  return { texts: createByteText(2 ** 12), columns, places: new Int32Array(0), limit: 0, generation: 0 };
}

/** Prepares the block for so many rows. `limit`: bytes that their texts may take. */
export function startRows(block: CellBlock, count: number, limit: number): void {
  if (block.texts.length > mostKept) {
    block.texts.length = 0;
    block.generation++;
  }
  block.limit = block.texts.length + limit;
  const needed = 2 * count * block.columns;
  if (block.places.length < needed) block.places = new Int32Array(needed);
}

/** Bytes of the cell of row 0 of a column. */
export function lengthOfCell({ places }: CellBlock, column: number): number {
  return (places[2 * column + 1] as number) - (places[2 * column] as number);
}

/** Appends the cells of the first `count` rows, each row followed by `}` and a line end. */
export function appendRows(to: ByteText, { texts, places, columns }: CellBlock, count: number): void {
  const source = texts.view;
  let { view, bytes, length } = to;
  let next = 0;
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < columns; column++) {
      const start = places[next] as number;
      const size = (places[next + 1] as number) - start;
      next += 2;
      if (length + size + 32 > bytes.length) {
        to.length = length;
        reserve(to, size + 32);
        ({ view, bytes } = to);
      }
      // Eight bytes at once, as a number that is never looked at. Little endian, so that no bytes of UTF-8 are a NaN, whose bits
      // engines may change: its last two bytes would be F0 or above, then 7F or FF.
      view.setFloat64(length, source.getFloat64(start, true), true);
      view.setFloat64(length + 8, source.getFloat64(start + 8, true), true);
      if (size > 64) bytes.set(texts.bytes.subarray(start, start + size), length);
      else for (let i = 16; i < size; i += 8) view.setFloat64(length + i, source.getFloat64(start + i, true), true);
      length += size;
    }
    bytes[length++] = 0x7d;
    bytes[length++] = 0x0a;
  }
  to.length = length;
}
