/**
 * Nested columns to rows. Every field is one array of its entries, built from the arrays of its children, so that no
 * value is looked at for its type: a list is a slice, a struct an object of what lies side by side.
 */
import { readBit } from '@marquetry/bit-io';
import type { NestedColumn, NestedLeaf, NestedList, NestedMap, NestedStruct } from '@marquetry/column';
import { type NoNulls, type NullBitmap, noNulls, ParquetError } from '@marquetry/core';
import {
  type Field,
  formatPath,
  type LeafField,
  type ListField,
  type MapField,
  type StructField,
} from '@marquetry/schema';
import { createLeafConverter } from './leaf-converter.js';
import { type MapForm, mapBuilder } from './map-form.js';
import { createObjects, requireNames } from './objects.js';
import type { FormOf, RowForm } from './row-form.js';

/** A row: its fields in the order of the schema, whatever their names (but names that are array indices come first). */
export type Row = Record<string, unknown>;

/** How rows are built. */
export interface AssemblerOptions {
  /** The form of a column's values; default `exact`. */
  readonly form?: FormOf;
  /** What maps become; default `entries`: arrays of `[key, value]`. */
  readonly maps?: MapForm;
  /**
   * Whether strings and bytes may share, and so keep, the memory of their batch; default true. False suits a few rows that
   * are kept long.
   */
  readonly pin?: boolean;
}

/** Takes the columns of a batch, column `i` of field `i`; gives its rows. */
export type AssembleRows = (columns: readonly NestedColumn[]) => Row[];

/**
 * An assembler of rows, for the batches of a file: what the fields mean is settled once, and dictionaries are converted
 * once a chunk. Values of a dictionary are shared by the rows that have them: bytes and dates must not be changed.
 *
 * ```ts
 * const assemble = createRowAssembler(fieldsOf(file.schema));
 * for await (const { columns } of readNested(file)) console.log(assemble(columns));
 * ```
 * @throws ParquetError INVALID_ARGUMENT for forms that do not fit; what it returns throws INVALID_ARGUMENT for columns
 *   of other fields, CORRUPT and LIMIT for values that have no such form, and LIMIT for lists and maps of 2^25 entries and
 *   more in one batch. Errors name the column.
 */
export function createRowAssembler(fields: readonly Field[], options: AssemblerOptions = {}): AssembleRows {
  const { form = (): RowForm => 'exact', maps = 'entries', pin = true } = options;
  const building: Building = { form, maps, pin };
  const names = requireNames(fields.map(({ name }) => name));
  const entries = fields.map((field) => entriesOf(field, building));
  return (columns) => {
    const [first] = columns;
    if (first === undefined || columns.length !== fields.length) {
      throw new ParquetError('INVALID_ARGUMENT', `${columns.length} columns are not those of ${fields.length} fields`);
    }
    const { length } = first;
    requireEntries(columns);
    return createObjects(names, childrenOf(entries, columns, length), length, noNulls) as Row[];
  };
}

/**
 * Entries of lists and maps in one batch. Each is a word in two arrays, and a value: more, which a few bytes of levels can
 * ask for, would be the end of the process.
 */
const maxEntries = 2 ** 25;

/** @throws ParquetError LIMIT above {@link maxEntries}, naming the column. */
function requireEntries(columns: readonly NestedColumn[]): void {
  let entries = 0;
  const add = (column: NestedColumn, isRepeated: boolean): void => {
    if (isRepeated) entries += column.length;
    if (entries > maxEntries) {
      const reason = `lists and maps of more than ${maxEntries} entries: read fewer rows at a time, or columns`;
      throw new ParquetError('LIMIT', reason, { column: formatPath(column.field.node.path) });
    }
    for (const child of childrenIn(column)) add(child, isRepeated || column.kind !== 'struct');
  };
  for (const column of columns) add(column, false);
}

function childrenIn(column: NestedColumn): readonly NestedColumn[] {
  switch (column.kind) {
    case 'leaf':
      return [];
    case 'struct':
      return column.children;
    case 'list':
      return [column.element];
    case 'map':
      return column.value === undefined ? [column.key] : [column.key, column.value];
  }
}

interface Building {
  readonly form: FormOf;
  readonly maps: MapForm;
  readonly pin: boolean;
}

/** The entries of a column, one after the other; null for nulls. */
type Entries = (column: NestedColumn) => unknown[];

function entriesOf(field: Field, building: Building): Entries {
  switch (field.kind) {
    case 'leaf':
      return of<NestedLeaf>(field, leaves(field, building));
    case 'struct':
      return of<NestedStruct>(field, structs(field, building));
    case 'list':
      return of<NestedList>(field, lists(field, building));
    case 'map':
      return of<NestedMap>(field, maps(field, building));
  }
}

/** Puts the check of the kind in front. */
function of<Column extends NestedColumn>({ kind, node }: Field, entries: (column: Column) => unknown[]): Entries {
  return (column) => {
    // The kind is that of the field, of which `Column` is.
    if (column.kind === kind) return entries(column as Column);
    const what = `the field is a ${kind}, its column a ${column.kind}`;
    throw new ParquetError('INVALID_ARGUMENT', what, { column: formatPath(node.path) });
  };
}

function leaves({ leaf }: LeafField, { form, pin }: Building): (column: NestedLeaf) => unknown[] {
  const convert = createLeafConverter(leaf, form(leaf), pin);
  return ({ values, nulls, length }) => {
    const entries = convert(values);
    if (entries.length > length) entries.length = length;
    if (nulls.kind === 'bitmap') {
      const { bits } = nulls;
      for (let i = 0; i < length; i++) if ((((bits[i >> 3] as number) >> (i & 7)) & 1) === 0) entries[i] = null;
    }
    return entries;
  };
}

function structs({ fields }: StructField, building: Building): (column: NestedStruct) => unknown[] {
  const names = requireNames(fields.map(({ name }) => name));
  const entries = fields.map((field) => entriesOf(field, building));
  return ({ children, length, nulls }) => createObjects(names, childrenOf(entries, children, length), length, nulls);
}

function childrenOf(entries: readonly Entries[], children: readonly NestedColumn[], length: number): unknown[][] {
  return entries.map((entriesOfChild, i) => {
    const child = children[i];
    if (child?.length === length) return entriesOfChild(child);
    throw new ParquetError('INVALID_ARGUMENT', `${child?.length ?? 'no'} entries of a field beside ${length}`);
  });
}

function lists({ element }: ListField, building: Building): (column: NestedList) => unknown[] {
  const entries = entriesOf(element, building);
  return (column) => {
    const { offsets, length, nulls } = column;
    const inner = entries(column.element);
    const built: unknown[] = new Array(length);
    for (let i = 0; i < length; i++) {
      built[i] = isNull(nulls, i) ? null : inner.slice(offsets[i], offsets[i + 1]);
    }
    return built;
  };
}

function maps(field: MapField, building: Building): (column: NestedMap) => unknown[] {
  const keysOf = entriesOf(field.key, building);
  const valuesOf = field.value === undefined ? undefined : entriesOf(field.value, building);
  const build = mapBuilder(building.maps, field);
  return ({ offsets, length, nulls, key, value }) => {
    const keys = keysOf(key);
    const values: unknown[] =
      valuesOf === undefined || value === undefined ? new Array(keys.length).fill(null) : valuesOf(value);
    const built: unknown[] = new Array(length);
    for (let i = 0; i < length; i++) {
      built[i] = isNull(nulls, i) ? null : build(keys, values, offsets[i] as number, offsets[i + 1] as number);
    }
    return built;
  };
}

function isNull(nulls: NoNulls | NullBitmap, entry: number): boolean {
  return nulls.kind === 'bitmap' && readBit(nulls.bits, entry) === 0;
}
