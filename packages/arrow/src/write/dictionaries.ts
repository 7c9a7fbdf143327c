/**
 * Converts Arrow dictionaries to dictionary values of Parquet columns. The indices of an Arrow dictionary may have any
 * integer type. The entries of a dictionary are converted only once.
 */
import { readBit } from '@marquetry/bit-io';
import { type ColumnPiece, concat } from '@marquetry/column';
import {
  type DictionaryValues,
  type DirectValues,
  type NoNulls,
  type NullBitmap,
  noNulls,
  ParquetError,
} from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import type { Data } from 'apache-arrow';
import type { Entries } from '../entries.js';
import { leafValues } from './leaf-values.js';
import { bitmap, nullsOf } from './validity.js';

interface Converted {
  readonly chunks: readonly Data[];
  readonly values: DirectValues;
  /** The nulls among the entries of the dictionary. Arrow allows null entries. */
  readonly nulls: NoNulls | NullBitmap;
}

/**
 * The converted dictionaries. The key is the first chunk of the Arrow dictionary, so record batches with the same
 * dictionary share one conversion.
 */
export type Dictionaries = WeakMap<Data, Converted>;

/**
 * Converts the data of an Arrow Dictionary.
 * @returns The indices, and the nulls: an entry is null if its index is null or refers to a null entry of the dictionary.
 * @throws ParquetError INVALID_ARGUMENT for an index beyond the dictionary, and the errors of converting the
 * dictionary's entries.
 */
export function dictionaryValues(
  data: Data,
  leaf: LeafNode,
  entries: Entries,
  known: Dictionaries,
): { readonly values: DictionaryValues; readonly nulls: NoNulls | NullBitmap } {
  const { length } = data;
  const dictionary = convert(data, leaf, entries, known);
  const indices = indicesOf(data, entries, dictionary.values.length);
  const values: DictionaryValues = {
    layout: 'dictionary',
    type: leaf.type,
    length,
    indices,
    dictionary: dictionary.values,
  };
  if (dictionary.nulls.kind === 'none') return { values, nulls: entries.nulls };
  const bits = entries.nulls.kind === 'none' ? undefined : entries.nulls.bits;
  const combined = new Uint8Array(Math.ceil(length / 8));
  for (let i = 0; i < length; i++) {
    if (bits !== undefined && readBit(bits, i) === 0) continue;
    const isValid = readBit(dictionary.nulls.bits, indices[i] as number);
    combined[i >> 3] = (combined[i >> 3] as number) | (isValid << (i & 7));
  }
  return { values, nulls: bitmap(combined, length) };
}

/** Returns the indices as 32-bit integers. The indices of nulls become 0. */
function indicesOf({ values, length }: Data, { column, nulls, describe }: Entries, entryCount: number): Int32Array {
  if (!ArrayBuffer.isView(values) || (values as Int32Array).length < length) {
    throw new ParquetError('INVALID_ARGUMENT', `the column has too few indices for ${length} values`, { column });
  }
  const given = (values as Int32Array).subarray(0, length);
  const indices = new Int32Array(length);
  for (let i = 0; i < length; i++) {
    if (nulls.kind !== 'none' && readBit(nulls.bits, i) === 0) continue;
    const index = Number(given[i]);
    if (!(index >= 0 && index < entryCount)) {
      const what = `${describe(i)}: index ${index} is beyond the dictionary of ${entryCount} entries`;
      throw new ParquetError('INVALID_ARGUMENT', what, { column });
    }
    indices[i] = index;
  }
  return indices;
}

function convert({ dictionary }: Data, leaf: LeafNode, { column }: Entries, known: Dictionaries): Converted {
  const chunks = dictionary?.data ?? [];
  const [first] = chunks;
  if (first === undefined)
    throw new ParquetError('INVALID_ARGUMENT', 'the Arrow column is a Dictionary, but its data has no dictionary', {
      column,
    });
  const before = known.get(first);
  if (before !== undefined && isSame(before.chunks, chunks)) return before;
  const converted = { chunks, ...joined(chunks, leaf, column) };
  known.set(first, converted);
  return converted;
}

function isSame(a: readonly Data[], b: readonly Data[]): boolean {
  return a.length === b.length && a.every((chunk, i) => chunk === b[i]);
}

/**
 * Converts the entries of a dictionary and joins its chunks. A dictionary has several chunks if later batches extended
 * it.
 */
function joined(chunks: readonly Data[], leaf: LeafNode, column: string): Omit<Converted, 'chunks'> {
  // A dictionary may have null entries even if the column is not nullable, because rows need not refer to them.
  const entry = { ...leaf, maxDefinitionLevel: 1, maxRepetitionLevel: 0 };
  const pieces = chunks.map((chunk): ColumnPiece => {
    const nulls = nullsOf(chunk, noNulls, column);
    const describe = (i: number): string => `dictionary entry ${i}`;
    const values = leafValues(chunk, leaf, { column, nulls, describe });
    return { values, nulls, slotCount: chunk.length, rowCount: chunk.length, spaced: true };
  });
  const { values, nulls } = concat(pieces, entry);
  if (values.layout === 'dictionary' || nulls.kind === 'levels')
    throw new ParquetError(
      'UNSUPPORTED',
      'a dictionary whose entries are dictionaries cannot be written: convert the column to plain values',
      { column },
    );
  return { values, nulls };
}
