/**
 * Objects with the same fields.
 */
import { type NoNulls, type NullBitmap, ParquetError } from '@marquetry/core';

/**
 * `length` objects with `columns[k][i]` under `names[k]`, and null where `nulls` says so. All are made in one place and in one
 * order, so that engines give them one shape.
 */
export function createObjects(
  names: readonly string[],
  columns: readonly (readonly unknown[])[],
  length: number,
  nulls: NoNulls | NullBitmap,
): unknown[] {
  const objects: unknown[] = new Array(length);
  const create = names.includes('__proto__') ? safeObject : plainObject;
  if (nulls.kind === 'none') {
    for (let i = 0; i < length; i++) objects[i] = create(names, columns, i);
    return objects;
  }
  const { bits } = nulls;
  for (let i = 0; i < length; i++) {
    const isNull = (((bits[i >> 3] as number) >> (i & 7)) & 1) === 0;
    objects[i] = isNull ? null : create(names, columns, i);
  }
  return objects;
}

type Create = (names: readonly string[], columns: readonly (readonly unknown[])[], index: number) => object;

const plainObject: Create = (names, columns, index) => {
  const object: Record<string, unknown> = {};
  for (let k = 0; k < names.length; k++) object[names[k] as string] = (columns[k] as readonly unknown[])[index];
  return object;
};

/** @throws ParquetError UNSUPPORTED for two fields of one name, of which an object holds one. */
export function requireNames(names: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const repeated = names.find((name) => seen.size === seen.add(name).size);
  if (repeated === undefined) return names;
  throw new ParquetError('UNSUPPORTED', `two fields are named ${repeated}, which an object holds once; choose columns`);
}

/** For a field named `__proto__`, which assignment would make the object inherit from. */
const safeObject: Create = (names, columns, index) => {
  const object = {};
  for (let k = 0; k < names.length; k++) {
    const value = (columns[k] as readonly unknown[])[index];
    Object.defineProperty(object, names[k] as string, { value, writable: true, enumerable: true, configurable: true });
  }
  return object;
};
