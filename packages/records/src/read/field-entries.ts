/**
 * Entries of fields. Every field is one array of its entries, built from the arrays of its children, so that no value is
 * looked at for its type: a list is a slice, a struct an object of what lies side by side.
 */
import type { NestedColumn } from '@marquetry/column';
import { type NoNulls, type NullBitmap, ParquetError, type Steps } from '@marquetry/core';
import {
  type Field,
  formatPath,
  type ListField,
  type MapField,
  type StructField,
  type VariantField,
} from '@marquetry/schema';
import type { BindColumn, BoundEntries } from './bound-entries.js';
import type { ConversionOf } from './common-conversions.js';
import type { DictionaryMemory } from './dictionary-entries.js';
import { createLeafBinder } from './leaf-entries.js';
import type { MapForm } from './map-form.js';
import { createObjects, type ObjectShape, objectShape, requireNames } from './objects.js';
import type { FormOf } from './row-form.js';
import { structBytes, wordBytes } from './value-bytes.js';

/** How all fields are built. */
export interface Building {
  readonly form: FormOf;
  readonly maps: MapForm;
  readonly pin: boolean;
  readonly memory: DictionaryMemory;
  readonly conversionOf: ConversionOf;
  readonly bindNested: BindNested;
}

/** Binds the columns of a field that has others below it; `bindChild` is for those. */
export type BindNested = (
  field: StructField | ListField | MapField | VariantField,
  building: Building,
  bindChild: (field: Field) => BindColumn,
) => BindColumn;

/**
 * Binds the columns of a field.
 * @throws ParquetError as `createRowAssembler`.
 */
function createBinder(field: Field, building: Building): BindColumn {
  if (field.kind !== 'leaf') return building.bindNested(field, building, (child) => createBinder(child, building));
  const { conversionOf, form, pin, memory } = building;
  return of(field, 'leaf', createLeafBinder(field.leaf, { conversionOf, form: form(field.leaf), pin, memory }));
}

/** Puts the check of the kind first. */
export function of<Kind extends NestedColumn['kind']>(
  { node }: Field,
  kind: Kind,
  bind: (column: Extract<NestedColumn, { kind: Kind }>) => BoundEntries,
): BindColumn {
  return (column) => {
    if (column.kind === kind) return bind(column as Extract<NestedColumn, { kind: Kind }>);
    const what = `the field is a ${kind}, its column a ${column.kind}`;
    throw new ParquetError('INVALID_ARGUMENT', what, { column: formatPath(node.path) });
  };
}

/**
 * Binds columns that lie side by side, of `length` entries each: the children of a struct, or the columns of rows. In steps,
 * as there may be many thousand.
 */
export type BindColumns = (
  columns: readonly NestedColumn[],
  length: number,
  nulls: NoNulls | NullBitmap,
) => Steps<BoundStruct>;

/** Fields between two steps. */
const stepFields = 2 ** 8;

interface BoundStruct extends BoundEntries {
  readonly children: readonly BoundEntries[];
}

/** @throws ParquetError UNSUPPORTED for two fields of one name. */
export function* createStructBinder(fields: readonly Field[], building: Building): Steps<BindColumns> {
  const names = yield* requireNames(fields.map(({ name }) => name));
  const binders: BindColumn[] = [];
  for (const field of fields) {
    binders.push(createBinder(field, building));
    if (binders.length % stepFields === 0) yield;
  }
  const shape = objectShape(names);
  const each = wordBytes + structBytes(names.length);
  return (columns, length, nulls) =>
    bindColumns(binders, columns, length, (children) => ({
      children,
      bytes: (from, to) => children.reduce((sum, child) => sum + child.bytes(from, to), each * (to - from)),
      build: (from, to) => buildStructs(shape, children, nulls, from, to),
    }));
}

// Generators of all batches: V8 gives each generator function that is called a hidden class, which lives long.

function* bindColumns(
  binders: readonly BindColumn[],
  columns: readonly NestedColumn[],
  length: number,
  boundTo: (children: readonly BoundEntries[]) => BoundStruct,
): Steps<BoundStruct> {
  const children: BoundEntries[] = [];
  for (const [i, bind] of binders.entries()) {
    const column = columns[i];
    if (column?.length !== length) {
      throw new ParquetError('INVALID_ARGUMENT', `${column?.length ?? 'no'} entries of a field beside ${length}`);
    }
    children.push(bind(column));
    if (children.length % stepFields === 0) yield;
  }
  return boundTo(children);
}

function* buildStructs(
  shape: ObjectShape,
  children: readonly BoundEntries[],
  nulls: NoNulls | NullBitmap,
  from: number,
  to: number,
): Steps<unknown[]> {
  const built: unknown[][] = [];
  for (const child of children) {
    built.push(yield* child.build(from, to));
    yield;
  }
  return yield* createObjects(shape, built, to - from, { nulls, firstBit: from });
}
