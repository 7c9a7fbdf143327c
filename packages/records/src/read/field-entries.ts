/**
 * Entries of fields. Every field is one array of its entries, built from the arrays of its children, so that no value is
 * looked at for its type: a list is a slice, a struct an object of what lies side by side.
 */
import { readBit } from '@marquetry/bit-io';
import type { NestedColumn, NestedList, NestedMap, NestedStruct } from '@marquetry/column';
import { type NoNulls, type NullBitmap, ParquetError, runSteps, type Steps } from '@marquetry/core';
import { type Field, formatPath, type ListField, type MapField, type StructField } from '@marquetry/schema';
import type { BindColumn, BoundEntries } from './bound-entries.js';
import type { DictionaryMemory } from './dictionary-entries.js';
import { createLeafBinder } from './leaf-entries.js';
import { type MapForm, mapBuilder } from './map-form.js';
import { createObjects, type ObjectShape, objectShape, requireNames } from './objects.js';
import type { FormOf } from './row-form.js';
import { stepLength } from './steps.js';
import { arrayBytes, pairBytes, structBytes, wordBytes } from './value-bytes.js';

/** How all fields are built. */
export interface Building {
  readonly form: FormOf;
  readonly maps: MapForm;
  readonly pin: boolean;
  readonly memory: DictionaryMemory;
}

/**
 * Binds the columns of a field.
 * @throws ParquetError as `createRowAssembler`.
 */
function createBinder(field: Field, building: Building): BindColumn {
  switch (field.kind) {
    case 'leaf': {
      const { form, pin, memory } = building;
      return of(field, 'leaf', createLeafBinder(field.leaf, { form: form(field.leaf), pin, memory }));
    }
    case 'struct':
      return of(field, 'struct', structs(field, building));
    case 'list':
      return of(field, 'list', lists(field, building));
    case 'map':
      return of(field, 'map', maps(field, building));
  }
}

/** Puts the check of the kind first. */
function of<Kind extends NestedColumn['kind']>(
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

function structs({ fields }: StructField, building: Building): (column: NestedStruct) => BoundEntries {
  const bind = runSteps(createStructBinder(fields, building));
  return ({ children, length, nulls }) => runSteps(bind(children, length, nulls));
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

function lists({ element }: ListField, building: Building): (column: NestedList) => BoundEntries {
  const bind = createBinder(element, building);
  return ({ offsets, nulls, element: column }) => {
    const inner = bind(column);
    return {
      bytes: (from, to) => {
        const first = offsets[from] as number;
        const end = offsets[to] as number;
        return (wordBytes + arrayBytes) * (to - from) + wordBytes * (end - first) + inner.bytes(first, end);
      },
      build: (from, to) => buildLists(inner, offsets, nulls, from, to),
    };
  };
}

function* buildLists(
  inner: BoundEntries,
  offsets: Int32Array,
  nulls: NoNulls | NullBitmap,
  from: number,
  to: number,
): Steps<unknown[]> {
  const first = offsets[from] as number;
  const end = offsets[to] as number;
  const entries = yield* inner.build(first, end);
  // One list of all entries is the array that they are in.
  if (to - from === 1) return [isNull(nulls, from) ? null : entries];
  const built: unknown[] = new Array(to - from);
  let made = 0;
  for (let i = from; i < to; i++) {
    const start = (offsets[i] as number) - first;
    const stop = (offsets[i + 1] as number) - first;
    built[i - from] = isNull(nulls, i) ? null : entries.slice(start, stop);
    made += 1 + ((stop - start) >> sliceShift);
    if (made < stepLength) continue;
    made = 0;
    yield;
  }
  return built;
}

/** Copying so many entries, as a power of two, takes as long as making a list. */
const sliceShift = 6;

function maps(field: MapField, building: Building): (column: NestedMap) => BoundEntries {
  const bindKey = createBinder(field.key, building);
  const bindValue = field.value === undefined ? undefined : createBinder(field.value, building);
  const builder = mapBuilder(building.maps, field);
  return ({ offsets, nulls, key, value }) => {
    const keys = bindKey(key);
    const values = bindValue === undefined || value === undefined ? undefined : bindValue(value);
    return {
      bytes: (from, to) => {
        const first = offsets[from] as number;
        const end = offsets[to] as number;
        const inside = keys.bytes(first, end) + (values?.bytes(first, end) ?? wordBytes * (end - first));
        return (wordBytes + arrayBytes) * (to - from) + (wordBytes + pairBytes) * (end - first) + inside;
      },
      build: (from, to) => buildMaps({ keys, values, builder, offsets, nulls }, from, to),
    };
  };
}

interface BoundMaps {
  readonly keys: BoundEntries;
  readonly values: BoundEntries | undefined;
  readonly builder: ReturnType<typeof mapBuilder>;
  readonly offsets: Int32Array;
  readonly nulls: NoNulls | NullBitmap;
}

function* buildMaps({ keys, values, builder, offsets, nulls }: BoundMaps, from: number, to: number): Steps<unknown[]> {
  const { start, add } = builder;
  const first = offsets[from] as number;
  const end = offsets[to] as number;
  const builtKeys = yield* keys.build(first, end);
  const builtValues: unknown[] =
    values === undefined ? new Array(builtKeys.length).fill(null) : yield* values.build(first, end);
  const built: unknown[] = new Array(to - from);
  let made = 0;
  for (let i = from; i < to; i++) {
    if (isNull(nulls, i)) {
      built[i - from] = null;
      continue;
    }
    const map = start();
    const stop = (offsets[i + 1] as number) - first;
    for (let at = (offsets[i] as number) - first; at < stop; ) {
      const next = Math.min(stop, at + stepLength - made);
      add(map, builtKeys, builtValues, at, next);
      made += next - at;
      at = next;
      if (made < stepLength) continue;
      made = 0;
      yield;
    }
    built[i - from] = map;
  }
  return built;
}

function isNull(nulls: NoNulls | NullBitmap, entry: number): boolean {
  return nulls.kind === 'bitmap' && readBit(nulls.bits, entry) === 0;
}
