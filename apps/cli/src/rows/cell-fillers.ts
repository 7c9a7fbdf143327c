/**
 * Writes the cells of a column. A cell is a key and a value: `,"year":2013`. How its value is written depends on its
 * kind:
 *
 *   dictionary entry         written on first use, then reused
 *   null                     written once, then kept
 *   integer, DOUBLE, ASCII   written by this module
 *   anything else            written by `@marquetry/json`
 */
import type { NestedColumn, NestedLeaf } from '@marquetry/column';
import { PhysicalType } from '@marquetry/core';
import { createFieldWriter, type FieldWriter, jsonStyle, type VariantWriter } from '@marquetry/json';
import type { Field } from '@marquetry/schema';
import { appendBytes, appendInteger, appendPart, appendText, type ByteText, byteTextOf, reserve } from './byte-text.js';
import type { CellBlock, FillCells } from './cell-block.js';

type Write = ReturnType<FieldWriter>;

export interface ColumnFiller {
  readonly fill: FillCells;
  /** True if later rows reuse the text that `fill` appends, so that it must be kept when a block is complete. */
  readonly isKept: boolean;
}

/** Appends the value of one row. */
type AppendValue = (to: ByteText, row: number) => void;

/** Maximum number of dictionary entries whose text is kept for later rows. */
const mostEntries = 2 ** 16;

/**
 * Returns a function that takes a batch and returns the function that writes the cells of column `column` of that
 * batch.
 */
export function createColumnFiller(
  block: CellBlock,
  column: number,
  field: Field,
  variants: VariantWriter | undefined,
): (bound: NestedColumn) => ColumnFiller {
  const key = `${column === 0 ? '{' : ','}${JSON.stringify(field.name)}:`;
  const keyBytes = byteTextOf(key);
  const none = byteTextOf(`${key}null`);
  const writer = createFieldWriter(field, jsonStyle, undefined, variants);
  const entries = createEntryFiller(block, column, key);
  return (bound) => {
    const write = writer(bound);
    const text = (to: ByteText, row: number): void => appendText(to, write(row));
    const values = (append: AppendValue, nulls: Uint8Array | undefined): ColumnFiller => ({
      fill: (from, count) => fillValues(block, { column, key: keyBytes, none, nulls, append }, from, count),
      isKept: false,
    });
    if (bound.kind !== 'leaf' || field.kind !== 'leaf') return values(text, undefined);
    const nulls = bound.nulls.kind === 'none' ? undefined : bound.nulls.bits;
    if (bound.values.layout === 'dictionary' && bound.values.dictionary.length <= mostEntries) {
      return { fill: entries(bound.values, write, nulls), isKept: true };
    }
    const append = plainAppender(field, bound, text);
    return append === undefined ? values(text, undefined) : values(append, nulls);
  };
}

interface ValueColumn {
  readonly column: number;
  readonly key: ByteText;
  readonly none: ByteText;
  /** Validity bits (0 marks a null); undefined if there are no nulls, or if `append` writes nulls itself. */
  readonly nulls: Uint8Array | undefined;
  readonly append: AppendValue;
}

function fillValues(
  block: CellBlock,
  { column, key, none, nulls, append }: ValueColumn,
  from: number,
  count: number,
): boolean {
  const { texts, places, limit } = block;
  const step = 2 * block.columns;
  let place = 2 * column;
  for (let row = from; row < from + count; row++) {
    places[place] = texts.length;
    if (nulls !== undefined && (((nulls[row >> 3] as number) >> (row & 7)) & 1) === 0) {
      appendPart(texts, none, 0, none.length);
    } else {
      appendPart(texts, key, 0, key.length);
      append(texts, row);
    }
    places[place + 1] = texts.length;
    if (texts.length > limit) return false;
    place += step;
  }
  return true;
}

/** The text of one column's dictionary entries, which later rows reuse. */
interface KeptEntries {
  readonly column: number;
  readonly key: string;
  /**
   * The start and end of the text of each dictionary entry in the block's `texts`, then the start and end of the text
   * of a null. An end of 0 means that the text has not been written yet.
   */
  places: Int32Array;
  generation: number;
}

function createEntryFiller(
  block: CellBlock,
  column: number,
  key: string,
): (values: Dictionary, write: Write, nulls: Uint8Array | undefined) => FillCells {
  const kept: KeptEntries = { column, key, places: new Int32Array(0), generation: -1 };
  let dictionary: unknown;
  return (values, write, nulls) => {
    const size = values.dictionary.length;
    return (from, count) => {
      // Start again for a new dictionary. All batches of a chunk share one dictionary.
      if (values.dictionary !== dictionary || kept.generation !== block.generation) {
        dictionary = values.dictionary;
        kept.generation = block.generation;
        kept.places = new Int32Array(2 * size + 2);
      }
      if (nulls !== undefined && kept.places[2 * size + 1] === 0) keep(block, kept, size, 'null');
      return fillEntries(block, kept, values.indices, nulls, write, from, count);
    };
  };
}

type Dictionary = NestedLeaf['values'] & { readonly layout: 'dictionary' };

function fillEntries(
  block: CellBlock,
  kept: KeptEntries,
  indices: Int32Array,
  nulls: Uint8Array | undefined,
  write: Write,
  from: number,
  count: number,
): boolean {
  const { places } = block;
  const entries = kept.places;
  const none = entries.length - 2;
  const step = 2 * block.columns;
  let place = 2 * kept.column;
  for (let row = from; row < from + count; row++) {
    const isNull = nulls !== undefined && (((nulls[row >> 3] as number) >> (row & 7)) & 1) === 0;
    const entry = isNull ? none : 2 * (indices[row] as number);
    if (entries[entry + 1] === 0 && !keep(block, kept, entry >> 1, write(row))) return false;
    places[place] = entries[entry] as number;
    places[place + 1] = entries[entry + 1] as number;
    place += step;
  }
  return true;
}

/**
 * Writes the text of a dictionary entry, and records its position for later rows. Returns false if `texts` is then
 * longer than `limit`; later rows can still use the text.
 */
function keep({ texts, limit }: CellBlock, { places, key }: KeptEntries, entry: number, value: string): boolean {
  places[2 * entry] = texts.length;
  appendText(texts, key + value);
  places[2 * entry + 1] = texts.length;
  return texts.length <= limit;
}

/**
 * Returns a function that writes integers, DOUBLE values or ASCII strings without creating a string for each; undefined
 * for other columns.
 */
function plainAppender(
  { leaf: { type, annotation } }: Field & { readonly kind: 'leaf' },
  { values }: NestedLeaf,
  text: AppendValue,
): AppendValue | undefined {
  const kind = annotation?.kind;
  if (values.layout === 'bytes') {
    return kind === 'STRING' || kind === 'ENUM' || kind === 'JSON' ? asciiAppender(values, text) : undefined;
  }
  if (values.layout !== 'fixed') return undefined;
  const { data } = values;
  const isInteger = kind === undefined || (annotation?.kind === 'INTEGER' && annotation.isSigned);
  if (data instanceof Int32Array && type === PhysicalType.INT32 && isInteger) {
    return (to, row) => {
      const value = data[row] as number;
      if (value === -0x80000000) text(to, row);
      else appendInteger(to, value);
    };
  }
  if (data instanceof BigInt64Array && type === PhysicalType.INT64 && isInteger) {
    const words = new Int32Array(data.buffer, data.byteOffset, 2 * data.length);
    return (to, row) => {
      const low = words[2 * row] as number;
      // A 64-bit value fits in 32 bits if each bit of its upper word equals the sign bit of its lower word.
      if (words[2 * row + 1] !== low >> 31 || low === -0x80000000) text(to, row);
      else appendInteger(to, low);
    };
  }
  if (data instanceof Float64Array && kind === undefined) {
    return (to, row) => {
      const value = data[row] as number;
      // Exclude 0, because the value may be -0.
      if ((value | 0) !== value || value === 0 || value === -0x80000000) return text(to, row);
      appendInteger(to, value);
      reserve(to, 2);
      to.bytes[to.length++] = 0x2e;
      to.bytes[to.length++] = 0x30;
    };
  }
  return undefined;
}

/** Returns a function that copies strings that need no escapes in JSON, and leaves all others to `text`. */
function asciiAppender(
  { offsets, data }: { readonly offsets: Int32Array; readonly data: Uint8Array },
  text: AppendValue,
): AppendValue {
  return (to, row) => {
    const from = offsets[row] as number;
    const end = offsets[row + 1] as number;
    for (let i = from; i < end; i++) {
      const byte = data[i] as number;
      if (byte < 0x20 || byte > 0x7e || byte === 0x22 || byte === 0x5c) return text(to, row);
    }
    reserve(to, end - from + 2);
    to.bytes[to.length++] = 0x22;
    appendBytes(to, data, from, end);
    to.bytes[to.length++] = 0x22;
  };
}
