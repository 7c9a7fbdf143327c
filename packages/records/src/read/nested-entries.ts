/** Converts structs, lists and maps to JavaScript values, from the converted values of their children. */
import { readBit } from '@marquetry/bit-io';
import type { NestedList, NestedMap, NestedStruct } from '@marquetry/column';
import { type NoNulls, type NullBitmap, runSteps, type Steps } from '@marquetry/core';
import type { Field, LeafNode, ListField, MapField, StructField } from '@marquetry/schema';
import type { VariantRowsOptions } from '@marquetry/variant';
import { isMetadata, variantCode } from '../variants.js';
import type { BindColumn, BindVariants, BoundEntries } from './bound-entries.js';
import { type BindNested, type Building, createStructBinder, of } from './field-entries.js';
import { type MapForm, mapBuilder } from './map-form.js';
import { stepLength } from './steps.js';
import { arrayBytes, pairBytes, wordBytes } from './value-bytes.js';

type BindChild = (field: Field) => BindColumn;

/**
 * Returns the function that prepares structs, lists, maps and VARIANTs for conversion. Loads the code for VARIANTs if a
 * column is named `metadata`, because every VARIANT has such a column. Loading it unnecessarily is harmless.
 */
export async function loadNested(leaves: readonly LeafNode[], options: VariantRowsOptions): Promise<BindNested> {
  return nestedWith(leaves.some(isMetadata) ? (await variantCode.load()).variantRows(options) : undefined);
}

/**
 * Returns the function that prepares the columns of a struct, list, map or VARIANT for conversion. Without `variants`,
 * a VARIANT becomes an object with the columns in which it is stored.
 * @throws ParquetError as `createRowAssembler` does.
 */
export function nestedWith(variants: BindVariants | undefined): BindNested {
  return (field, building, bindChild) => {
    switch (field.kind) {
      case 'struct':
        return of(field, 'struct', structs(field, building));
      case 'list':
        return of(field, 'list', lists(field, bindChild));
      case 'map':
        return of(field, 'map', maps(field, building.maps, bindChild));
      case 'variant': {
        if (variants !== undefined) return of(field, 'variant', variants(field));
        const bind = structs(field.storage, building);
        return of(field, 'variant', ({ storage }) => bind(storage));
      }
    }
  };
}

function structs({ fields }: StructField, building: Building): (column: NestedStruct) => BoundEntries {
  const bind = runSteps(createStructBinder(fields, building));
  return ({ children, length, nulls }) => runSteps(bind(children, length, nulls));
}

function lists({ element }: ListField, bindChild: BindChild): (column: NestedList) => BoundEntries {
  const bind = bindChild(element);
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
  // If there is only one list, the array of all entries is that list and need not be sliced.
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

/** Base-2 logarithm of the number of entries that can be copied in the time it takes to create a list. */
const sliceShift = 6;

function maps(field: MapField, form: MapForm, bindChild: BindChild): (column: NestedMap) => BoundEntries {
  const bindKey = bindChild(field.key);
  const bindValue = field.value === undefined ? undefined : bindChild(field.value);
  const builder = mapBuilder(form, field);
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
