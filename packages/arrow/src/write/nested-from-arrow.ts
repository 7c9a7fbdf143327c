/** Converts Arrow data of any depth to nested columns of the file's schema. */
import { readBit } from '@marquetry/bit-io';
import type { NestedColumn, NestedStruct } from '@marquetry/column';
import { type NoNulls, type NullBitmap, noNulls, ParquetError } from '@marquetry/core';
import {
  type Field,
  formatPath,
  type LeafField,
  type LeafNode,
  type ListField,
  type MapField,
  type StructField,
} from '@marquetry/schema';
import {
  type Field as ArrowField,
  type Data,
  type DataType,
  type FixedSizeList,
  type Struct,
  Type,
} from 'apache-arrow';
import { type Entries, type RowOf, rowOfElement } from '../entries.js';
import { narrowOffsets } from './byte-arrays.js';
import { requireColumnType } from './column-type.js';
import { type Dictionaries, dictionaryValues } from './dictionaries.js';
import { leafValues } from './leaf-values.js';
import { emptyData, isAllNull, nullData, nullValues } from './nulls-alone.js';
import { placesOf } from './places.js';
import { nullsOf } from './validity.js';

/** The context for converting a column: the nulls of the enclosing struct, row numbers, and state shared by batches. */
export interface Surroundings {
  /** The nulls of the enclosing struct. The entries of a null struct are null. */
  readonly nulls: NoNulls | NullBitmap;
  readonly rowOf: RowOf;
  readonly dictionaries: Dictionaries;
  /**
   * The Arrow type that was already checked for each column. The batches of a table have the same types, so each type
   * is checked once.
   */
  readonly checked: Map<LeafNode, DataType>;
}

/**
 * Converts Arrow data to a nested column.
 * @throws ParquetError INVALID_ARGUMENT, naming the column, if the type of the data does not match the field; and the
 * errors of `leafValues`.
 */
export function nestedColumn(field: Field, data: Data, around: Surroundings): NestedColumn {
  switch (field.kind) {
    case 'leaf':
      return nestedLeaf(field, data, around);
    case 'struct':
      return nestedStruct(field, data, around);
    case 'variant': {
      const storage = nestedStruct(field.storage, data, around);
      return { kind: 'variant', field, length: storage.length, nulls: storage.nulls, storage };
    }
    case 'list':
      return nestedList(field, data, around);
    case 'map':
      return nestedMap(field, data, around);
  }
}

function nestedLeaf(field: LeafField, data: Data, surroundings: Surroundings): NestedColumn {
  const { nulls: around, rowOf, dictionaries, checked } = surroundings;
  const { leaf } = field;
  const column = formatPath(leaf.path);
  const { length, type } = data;
  if (checked.get(leaf) !== type) requireColumnType(type, leaf);
  checked.set(leaf, type);
  const nulls = nullsOf(data, around, column);
  const entries: Entries = { column, nulls, describe: (entry) => `row ${rowOf(entry)}` };
  if (isAllNull(nulls, length)) return { kind: 'leaf', field, length, nulls, values: nullValues(leaf, length) };
  const found =
    type.typeId === Type.Dictionary
      ? dictionaryValues(data, leaf, entries, dictionaries)
      : { values: leafValues(data, leaf, entries), nulls };
  return { kind: 'leaf', field, length, ...found };
}

function nestedStruct(field: StructField, data: Data, around: Surroundings): NestedStruct {
  const type = requireType(data, [Type.Struct], field) as Struct;
  const { length } = data;
  const nulls = nullsOf(data, around.nulls, pathOf(field));
  const places = placesOf(type.children, field.fields, field.node.path);
  const children = field.fields.map((child) => {
    const place = places.get(child.name) ?? -1;
    const named = type.children[place];
    const found = data.children[place] ?? (named && nothingOf(named.type, nulls, length));
    if (found === undefined) {
      throw new ParquetError('INVALID_ARGUMENT', 'the Arrow struct does not have this column', {
        column: pathOf(child),
      });
    }
    return nestedColumn(child, entriesOf(found, 0, length, child), { ...around, nulls });
  });
  return { kind: 'struct', field, length, nulls, children };
}

/**
 * Returns empty or all-null data for a child that is missing from a struct, because Arrow builders omit a child if the
 * struct has no entries or only nulls. Returns `undefined` if the struct has other entries.
 */
function nothingOf(type: DataType, nulls: NoNulls | NullBitmap, length: number): Data | undefined {
  if (length === 0) return emptyData(type);
  return isAllNull(nulls, length) ? nullData(type, length) : undefined;
}

function nestedList(field: ListField, data: Data, around: Surroundings): NestedColumn {
  requireType(data, [Type.List, Type.LargeList, Type.FixedSizeList], field);
  const { length } = data;
  const nulls = nullsOf(data, around.nulls, pathOf(field));
  const { offsets, entries } = openEntries(data, nulls, field);
  const inside = { ...around, nulls: noNulls, rowOf: rowOfElement(offsets, length, around.rowOf) };
  return { kind: 'list', field, length, nulls, offsets, element: nestedColumn(field.element, entries, inside) };
}

function nestedMap(field: MapField, data: Data, around: Surroundings): NestedColumn {
  requireType(data, [Type.Map], field);
  const { length } = data;
  const nulls = nullsOf(data, around.nulls, pathOf(field));
  const { offsets, entries } = openEntries(data, nulls, field);
  // Arrow builders omit the child arrays of maps without entries.
  const { children } = entries.length === 0 ? emptyData(entries.type) : entries;
  const [keys, values] = children;
  if (keys === undefined || values === undefined) throw invalid(field, 'the Arrow map must have keys and values');
  const inside = { ...around, nulls: noNulls, rowOf: rowOfElement(offsets, length, around.rowOf) };
  const side = (child: Field, side: Data): NestedColumn =>
    nestedColumn(child, entriesOf(side, 0, entries.length, child), inside);
  const value = field.value === undefined ? undefined : side(field.value, values);
  return { kind: 'map', field, length, nulls, offsets, key: side(field.key, keys), value };
}

/**
 * Returns offsets that start at 0, and only the list entries between the first and the last offset. The child may have more entries, because a
 * slice of Arrow data keeps the whole child.
 */
function openEntries(data: Data, nulls: NoNulls | NullBitmap, field: ListField | MapField): Opened {
  const { length, type } = data;
  // Arrow builders omit the child if no list has entries.
  const none = (): Data => emptyData((type.children[0] as ArrowField).type);
  if (isAllNull(nulls, length)) return { offsets: new Int32Array(length + 1), entries: none() };
  const child = data.children[0] ?? none();
  if (type.typeId === Type.FixedSizeList) return openFixed(data, child, nulls, field);
  if (length === 0) return { offsets: new Int32Array(1), entries: entriesOf(child, 0, 0, field) };
  const isLarge = type.typeId === Type.LargeList;
  const { offsets: given, start } = isLarge
    ? narrowOffsets(data, { column: pathOf(field) })
    : { offsets: data.valueOffsets as Int32Array | undefined, start: 0 };
  if (given === undefined || given.length <= length)
    throw invalid(field, `the column has too few offsets for ${length} lists`);
  const first = given[0] as number;
  for (let i = 0; i < length; i++) {
    if ((given[i + 1] as number) < (given[i] as number))
      throw invalid(field, `row ${i}: the offsets of the list are descending`);
  }
  const offsets = first === 0 ? given.subarray(0, length + 1) : given.subarray(0, length + 1).map((at) => at - first);
  return { offsets, entries: entriesOf(child, start + first, offsets[length] as number, field) };
}

interface Opened {
  readonly offsets: Int32Array;
  readonly entries: Data;
}

/**
 * Converts fixed-size lists. The child may have too few entries, because Arrow builders omit the entries of null lists at the end.
 */
function openFixed({ length, type }: Data, child: Data, nulls: NoNulls | NullBitmap, field: Field): Opened {
  const { listSize } = type as FixedSizeList;
  const offsets = Int32Array.from({ length: length + 1 }, (_, i) => Math.min(i * listSize, child.length));
  for (let i = 0; i < length; i++) {
    const isThere = nulls.kind === 'none' || readBit(nulls.bits, i) === 1;
    if (isThere && (i + 1) * listSize > child.length)
      throw invalid(field, `row ${i}: the entries of the fixed-size list are missing`);
  }
  return { offsets, entries: entriesOf(child, 0, offsets[length] as number, field) };
}

/**
 * Returns `count` entries of the data, starting at `from`.
 * @throws ParquetError INVALID_ARGUMENT if the data has fewer entries.
 */
export function entriesOf(data: Data, from: number, count: number, field: Field): Data {
  if (from === 0 && count === data.length) return data;
  if (from < 0 || from + count > data.length) {
    throw invalid(
      field,
      `the column needs the entries [${from}, ${from + count}) of its Arrow data, which has ${data.length} entries`,
    );
  }
  return data.slice(from, count);
}

function requireType({ type }: Data, ids: readonly Type[], field: Field): DataType {
  if (ids.includes(type.typeId)) return type;
  throw invalid(field, `the field is a ${field.kind} in the file's schema, but the Arrow column is ${type}`);
}

function pathOf({ node }: Field): string {
  return formatPath(node.path);
}

function invalid(field: Field, reason: string): ParquetError {
  return new ParquetError('INVALID_ARGUMENT', reason, { column: pathOf(field) });
}
