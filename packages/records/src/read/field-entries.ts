/**
 * Builds the entries of fields. Each field becomes one array of its entries, built from the arrays of its children, so that no
 * value is tested for its type:
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

/** Settings that apply to all fields. */
export interface Building {
  readonly form: FormOf;
  readonly maps: MapForm;
  readonly pin: boolean;
  readonly memory: DictionaryMemory;
  readonly conversionOf: ConversionOf;
  readonly bindNested: BindNested;
}

/** Binds the columns of a field that has children; `bindChild` binds a child. */
export type BindNested = (
  field: StructField | ListField | MapField | VariantField,
  building: Building,
  bindChild: (field: Field) => BindColumn,
) => BindColumn;

/**
 * Creates a function that binds the columns of a field.
 * @throws ParquetError as `createRowAssembler`.
 */
function createBinder(field: Field, building: Building): BindColumn {
  if (field.kind !== 'leaf') return building.bindNested(field, building, (child) => createBinder(child, building));
  const { conversionOf, form, pin, memory } = building;
  return of(field, 'leaf', createLeafBinder(field.leaf, { conversionOf, form: form(field.leaf), pin, memory }));
}

/** Checks the kind of the column before binding it. */
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
 * Binds columns of `length` entries each, which form objects: the children of a struct, or the columns of rows. In
 * steps, because there may be many thousand.
 */
export type BindColumns = (
  columns: readonly NestedColumn[],
  length: number,
  nulls: NoNulls | NullBitmap,
) => Steps<BoundStruct>;

/** Fields per step. */
const stepFields = 2 ** 8;

interface BoundStruct extends BoundEntries {
  readonly children: readonly BoundEntries[];
}

/** @throws ParquetError UNSUPPORTED for two fields with the same name. */
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

// These generators are outside the closures above: V8 creates a long-lived hidden class for each generator function
// that is called.

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
