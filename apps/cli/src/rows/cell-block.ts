/**
 * Builds the text of a block of rows in two steps, so that each loop does one thing for many cells of one kind.
 *
 *   1. column by column   write the text of each cell to `texts`, unless it is already there, and record its position in `places`
 *   2. row by row         copy the text of each row's cells to the output
 *
 *   texts    dictionary entries and nulls, reused by later blocks | cells of this block
 *   places   start, end of row 0 column 0 | of row 0 column 1 | ... | of row 1 column 0 | ...      in `texts`
 */
import { type ByteText, createByteText, reserve } from './byte-text.js';

export interface CellBlock {
  readonly texts: ByteText;
  /** Number of columns in the block. */
  readonly columns: number;
  /** Start and end of each cell in `texts`, in the layout drawn at the head of this file. Has room for all rows. */
  places: Int32Array;
  /** Maximum length of `texts`, in bytes. Functions that write cells stop once it is exceeded. */
  limit: number;
  /** Incremented whenever `texts` is emptied, because earlier positions in it are then invalid. */
  generation: number;
}

/**
 * Writes the cells of one column for `count` rows of the batch, starting at row `from`. These rows become the first
 * rows of the block. Returns false if `texts` grows beyond `limit`; the block is then incomplete.
 */
export type FillCells = (from: number, count: number) => boolean;

/**
 * Later blocks reuse the text of dictionary entries until `texts` takes more than this many bytes; then it is emptied.
 */
const mostKept = 2 ** 24;

export function createCellBlock(columns: number): CellBlock {
  return { texts: createByteText(2 ** 12), columns, places: new Int32Array(0), limit: 0, generation: 0 };
}

/** Prepares the block for `count` rows whose text takes at most `limit` bytes. */
export function startRows(block: CellBlock, count: number, limit: number): void {
  if (block.texts.length > mostKept) {
    block.texts.length = 0;
    block.generation++;
  }
  block.limit = block.texts.length + limit;
  const needed = 2 * count * block.columns;
  if (block.places.length < needed) block.places = new Int32Array(needed);
}

/** Returns the length in bytes of a column's cell in row 0 of the block. */
export function lengthOfCell({ places }: CellBlock, column: number): number {
  return (places[2 * column + 1] as number) - (places[2 * column] as number);
}

/**
 * Appends the first `count` rows, each followed by `}` and a line end. Text is copied as float64 numbers, eight bytes
 * at a time. Engines may change the bits of a NaN, but eight bytes of UTF-8 are never a NaN: in little-endian order, a
 * NaN ends with a byte of at least F0 followed by 7F or FF, which UTF-8 never contains.
 */
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
      // Copy eight bytes at a time as a float64. This is safe, because eight bytes of UTF-8 are never a NaN.
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
