/**
 * Objects with the same fields.
 */
import { readBit } from '@marquetry/bit-io';
import { type NoNulls, type NullBitmap, ParquetError, type Steps } from '@marquetry/core';
import { stepLength } from './steps.js';

type Columns = readonly (readonly unknown[])[];

/** Which objects are null: bit `firstBit + i` of `nulls` says so of object `i`. */
interface ObjectNulls {
  readonly nulls: NoNulls | NullBitmap;
  readonly firstBit: number;
}

/** Makes objects of one shape: those of a struct, or rows. */
export interface ObjectShape {
  readonly names: readonly string[];
  readonly create: Create;
}

/** The shape of objects with these fields: once for all batches, as each has a hidden class of its own. */
export function objectShape(names: readonly string[]): ObjectShape {
  // Wide objects are not copies.
  return { names, create: cloning(names.length > stepLength ? [] : names) };
}

/**
 * `length` objects with `columns[k][i]` under `names[k]`, and null where `nulls` says so. All are made in one place and in
 * one order, so that engines give them one shape.
 */
export function* createObjects(
  { names, create }: ObjectShape,
  columns: Columns,
  length: number,
  { nulls, firstBit }: ObjectNulls,
): Steps<unknown[]> {
  const objects: unknown[] = new Array(length);
  const bits = nulls.kind === 'bitmap' ? nulls.bits : undefined;
  if (names.length > stepLength) {
    for (let i = 0; i < length; i++) {
      const isNull = bits !== undefined && readBit(bits, firstBit + i) === 0;
      objects[i] = isNull ? null : yield* createWide(names, columns, i);
    }
    return objects;
  }
  const step = Math.max(1, Math.floor(stepLength / Math.max(1, names.length)));
  for (let from = 0; from < length; from += step) {
    const to = Math.min(length, from + step);
    for (let i = from; i < to; i++) {
      objects[i] = bits !== undefined && readBit(bits, firstBit + i) === 0 ? null : create(names, columns, i);
    }
    if (to < length) yield;
  }
  return objects;
}

/** One object of so many fields that it grows in steps: a copy of one that has them all takes too long. */
function* createWide(names: readonly string[], columns: Columns, index: number): Steps<object> {
  const object: Record<string, unknown> = {};
  for (let k = 0; k < names.length; k++) {
    const name = names[k] as string;
    const value = (columns[k] as readonly unknown[])[index];
    if (name !== '__proto__') object[name] = value;
    else Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
    if (k % stepLength === stepLength - 1) yield;
  }
  return object;
}

/** @throws ParquetError UNSUPPORTED for two fields of one name, of which an object holds one. */
export function* requireNames(names: readonly string[]): Steps<readonly string[]> {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) {
      const what = `two fields are named ${name}, which an object holds once; choose columns`;
      throw new ParquetError('UNSUPPORTED', what);
    }
    seen.add(name);
    if (seen.size % stepLength === 0) yield;
  }
  return names;
}

type Create = (names: readonly string[], columns: Columns, index: number) => object;

/**
 * Copies of an object that has all fields: one that grows field by field takes half as much memory again, and from some 20 fields on
 * is a hash table. A field named `__proto__` is an own property of both.
 */
function cloning(names: readonly string[]): Create {
  const template = names.length > mostParsed ? copied(names) : parsed(names);
  return (_, columns, index) => {
    const object: Record<string, unknown> = { ...template };
    for (let k = 0; k < names.length; k++) object[names[k] as string] = (columns[k] as readonly unknown[])[index];
    return object;
  };
}

/** Rows of more fields take five times as long as copies of what V8 parses from JSON: it makes a hash table of that. */
const mostParsed = 127;

/** V8 gives what it parses from JSON room for exactly these fields. */
function parsed(names: readonly string[]): Readonly<Record<string, unknown>> {
  return JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:null`).join()}}`);
}

/** A copy has a shape of its own, up to 1020 fields. */
function copied(names: readonly string[]): Readonly<Record<string, unknown>> {
  const defined = {};
  for (const name of names) {
    Object.defineProperty(defined, name, { value: null, writable: true, enumerable: true, configurable: true });
  }
  return { ...defined };
}
