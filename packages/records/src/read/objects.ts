/**
 * Creates objects with the same fields, quickly and compactly.
 *
 *   up to 127 fields     copy a template parsed from JSON, then assign the fields
 *   up to 8192 fields    copy a template that is itself a copy, then assign the fields
 *   more fields          assign field by field, in steps
 *
 * A copy of the template has all fields from the start. In V8, an object to which fields are added one by one takes 1.5
 * times the memory, and becomes a hash table at about 20 fields.
 */
import { readBit } from '@marquetry/bit-io';
import { type NoNulls, type NullBitmap, ParquetError, type Steps } from '@marquetry/core';
import { stepLength } from './steps.js';

type Columns = readonly (readonly unknown[])[];

/** Specifies which objects are null: object `i` is null if bit `firstBit + i` of `nulls` is 0. */
interface ObjectNulls {
  readonly nulls: NoNulls | NullBitmap;
  readonly firstBit: number;
}

/** Creates objects that all have the same fields: structs or rows. */
export interface ObjectShape {
  readonly names: readonly string[];
  readonly create: Create;
}

/**
 * Prepares the creation of objects with these fields. Call it once for all batches, because the objects of different
 * calls have different hidden classes.
 */
export function objectShape(names: readonly string[]): ObjectShape {
  // Objects with more than `stepLength` fields are not created by copying a template.
  return { names, create: cloning(names.length > stepLength ? [] : names) };
}

/**
 * Creates `length` objects: object `i` has the value `columns[k][i]` in the field `names[k]`, or is null according to
 * `nulls`. One statement assigns all fields, in the same order, so that engines give all objects the same shape.
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

/**
 * Creates one object with very many fields, in steps. Copying a template of that size would block the event loop for
 * too long.
 */
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

/**
 * Returns the names, after checking that they are distinct.
 * @throws ParquetError UNSUPPORTED for two fields with the same name, because an object can have only one of them.
 */
export function* requireNames(names: readonly string[]): Steps<readonly string[]> {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) {
      const what = `two fields are named ${name}: select one of them with \`columns\``;
      throw new ParquetError('UNSUPPORTED', what);
    }
    seen.add(name);
    if (seen.size % stepLength === 0) yield;
  }
  return names;
}

type Create = (names: readonly string[], columns: Columns, index: number) => object;

/**
 * Returns a function that copies a template that has all fields, and then assigns the values. A field named `__proto__`
 * is an own property of the template and of the copy.
 */
function cloning(names: readonly string[]): Create {
  const template = names.length > mostParsed ? copied(names) : parsed(names);
  return (_, columns, index) => {
    const object: Record<string, unknown> = { ...template };
    for (let k = 0; k < names.length; k++) object[names[k] as string] = (columns[k] as readonly unknown[])[index];
    return object;
  };
}

/**
 * Maximum number of fields for a template parsed from JSON. With more fields, V8 parses the JSON into a hash table,
 * which takes five times as long to copy.
 */
const mostParsed = 127;

/** Creates a template by parsing JSON, so that V8 allocates memory for exactly these fields. */
function parsed(names: readonly string[]): Readonly<Record<string, unknown>> {
  return JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:null`).join()}}`);
}

/**
 * Creates a template by copying an object, because V8 stores the fields of a copy without a hash table for up to 1020
 * fields.
 */
function copied(names: readonly string[]): Readonly<Record<string, unknown>> {
  const defined = {};
  for (const name of names) {
    Object.defineProperty(defined, name, { value: null, writable: true, enumerable: true, configurable: true });
  }
  return { ...defined };
}
