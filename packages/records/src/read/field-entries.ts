/**
 * Converts nested columns to JavaScript values. The entries of each field become one array, which is built from the
 * arrays of its children, so that types are tested once per field and not once per value:
 *
 *   leaf     convert the column                            [1, 2, 3]
 *   list     build all elements, then slice by offsets     [1, 2, 3], offsets 0 2 3 -> [[1, 2], [3]]
 *   struct   build all children, then join them by index   a: [1, 2], b: [3, 4]     -> [{ a: 1, b: 3 }, { a: 2, b: 4 }]
 *   map      build all keys and values, then pair them     like lists
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

/** Settings for the conversion of all fields. */
export interface Building {
  readonly form: FormOf;
  readonly maps: MapForm;
  readonly pin: boolean;
  readonly memory: DictionaryMemory;
  readonly conversionOf: ConversionOf;
  readonly bindNested: BindNested;
}

/**
 * Returns a function that prepares the columns of a struct, list, map or VARIANT for conversion. `bindChild` returns
 * such a function for a child field.
 */
export type BindNested = (
  field: StructField | ListField | MapField | VariantField,
  building: Building,
  bindChild: (field: Field) => BindColumn,
) => BindColumn;

/**
 * Creates a function that prepares the columns of a field for conversion.
 * @throws ParquetError as `createRowAssembler` does.
 */
function createBinder(field: Field, building: Building): BindColumn {
  if (field.kind !== 'leaf') return building.bindNested(field, building, (child) => createBinder(child, building));
  const { conversionOf, form, pin, memory } = building;
  return of(field, 'leaf', createLeafBinder(field.leaf, { conversionOf, form: form(field.leaf), pin, memory }));
}

/** Wraps `bind` in a check that the column is of the given kind. */
export function of<Kind extends NestedColumn['kind']>(
  { node }: Field,
  kind: Kind,
  bind: (column: Extract<NestedColumn, { kind: Kind }>) => BoundEntries,
): BindColumn {
  return (column) => {
    if (column.kind === kind) return bind(column as Extract<NestedColumn, { kind: Kind }>);
    const what = `the field is a ${kind}, but its column is a ${column.kind}`;
    throw new ParquetError('INVALID_ARGUMENT', what, { column: formatPath(node.path) });
  };
}

/**
 * Prepares columns that become the fields of objects: the children of a struct, or the columns of rows. Each column
 * must have `length` entries. Works in steps, because there may be many thousands of columns.
 */
export type BindColumns = (
  columns: readonly NestedColumn[],
  length: number,
  nulls: NoNulls | NullBitmap,
) => Steps<BoundStruct>;

/** Number of fields to prepare between two `yield`s. */
const stepFields = 2 ** 8;

interface BoundStruct extends BoundEntries {
  readonly children: readonly BoundEntries[];
}

/**
 * Returns, in steps, a function that prepares columns for these fields.
 * @throws ParquetError UNSUPPORTED for two fields with the same name.
 */
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

// The generators below are not closures, because V8 keeps a hidden class for each generator function object that is
// called.

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
      throw new ParquetError(
        'INVALID_ARGUMENT',
        `every column must have ${length} entries, but one has ${column?.length ?? 0}`,
      );
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
