/**
 * Casts strings to values of a field's type, including strings inside structs, lists and maps.
 *
 *   column                       text                              value
 *   BOOLEAN                      true false 1 0, in any case       boolean
 *   integers                     digits with an optional sign      bigint
 *   FLOAT DOUBLE FLOAT16         a number, NaN, Infinity           number
 *   text and bytes               any                               the text
 *   any other, optional          empty                             null
 *   dates, decimals, UUIDs ...   as accepted by `writeRows`        the text
 *
 * Structs, lists and maps are copied, with their entries cast. A plain object may represent a map; its keys are
 * strings, so they are cast, too. Values that are not strings, or whose structure does not match the field, are left
 * unchanged: the writer checks them.
 */
import { ParquetError, PhysicalType } from '@marquetry/core';
import { type Field, formatPath, type LeafNode } from '@marquetry/schema';
import { isStructObject } from './struct-object.js';

/**
 * Returns a value with the strings in it cast to the field's type.
 * @throws ParquetError INVALID_ARGUMENT, with `at.column`, for text that cannot be cast.
 */
export type CastField = (value: unknown) => unknown;

/** Casts a string to a value, which may be null. Returns undefined if the string cannot be cast. */
type CastText = (text: string) => unknown;

/** Returns the function that casts values of a field; undefined if its strings need no cast. */
function castOfField(field: Field): CastField | undefined {
  switch (field.kind) {
    case 'leaf':
      return castOfLeaf(field.leaf);
    case 'struct':
      return castOfStruct(field.fields);
    // A string is a valid value of a VARIANT, so it is not cast.
    case 'variant':
      return undefined;
    case 'list': {
      const cast = castOfField(field.element);
      return cast && ((value) => (isEntries(value) ? Array.from(value, cast) : value));
    }
    case 'map':
      return castOfMap(castOfField(field.key), field.value && castOfField(field.value));
  }
}

/** Returns the function that casts objects with these fields; undefined if no field needs a cast. */
export function castOfStruct(fields: readonly Field[]): CastField | undefined {
  const casts = fields.flatMap((field) => {
    const cast = castOfField(field);
    return cast === undefined ? [] : [{ name: field.name, cast }];
  });
  if (casts.length === 0) return undefined;
  return (value) => {
    if (!isStructObject(value)) return value;
    const copy: Record<string, unknown> = { ...value };
    for (const { name, cast } of casts) if (Object.hasOwn(copy, name)) copy[name] = cast(copy[name]);
    return copy;
  };
}

function castOfMap(key: CastField | undefined, value: CastField | undefined): CastField | undefined {
  if (key === undefined && value === undefined) return undefined;
  const cast = (entry: unknown): unknown => {
    if (!Array.isArray(entry)) return entry;
    return entry.map((each: unknown, i) => {
      const castEach = i === 0 ? key : value;
      return castEach === undefined ? each : castEach(each);
    });
  };
  return (map) => {
    if (isEntries(map)) return Array.from(map, cast);
    return isStructObject(map) ? Object.entries(map).map(cast) : map;
  };
}

/** Returns true for arrays, Sets, Maps and other iterables, but not for typed arrays, which contain no strings. */
function isEntries(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value && !ArrayBuffer.isView(value);
}

function castOfLeaf(leaf: LeafNode): CastField | undefined {
  const cast = castOfText(leaf);
  if (cast === undefined) return undefined;
  const column = formatPath(leaf.path);
  return (value) => {
    if (typeof value !== 'string') return value;
    const casted = cast(value);
    if (casted !== undefined) return casted;
    const shown = JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}...` : value);
    throw new ParquetError('INVALID_ARGUMENT', `${shown} cannot be cast to the type of the column`, { column });
  };
}

/** Returns the function that casts the strings of a column; undefined for columns that accept any string unchanged. */
function castOfText(leaf: LeafNode): CastText | undefined {
  const cast = castOfType(leaf);
  if (leaf.type === PhysicalType.BYTE_ARRAY && leaf.annotation?.kind !== 'DECIMAL') return undefined;
  if (leaf.repetition !== 'optional') return cast;
  return (text) => (text.trim() === '' ? null : (cast?.(text) ?? (cast === undefined ? text : undefined)));
}

function castOfType({ annotation, type }: LeafNode): CastText | undefined {
  if (annotation?.kind === 'FLOAT16') return toNumber;
  if (annotation !== undefined && annotation.kind !== 'INTEGER') return undefined;
  switch (type) {
    case PhysicalType.BOOLEAN:
      return (text) => truths.get(text.trim().toLowerCase());
    case PhysicalType.INT32:
    case PhysicalType.INT64:
      return (text) => (/^\s*[+-]?\d{1,20}\s*$/.test(text) ? BigInt(text.replace(/[+\s]/g, '')) : undefined);
    case PhysicalType.FLOAT:
    case PhysicalType.DOUBLE:
      return toNumber;
    default:
      return undefined;
  }
}

const truths: ReadonlyMap<string, boolean> = /* @__PURE__ */ new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

function toNumber(text: string): number | undefined {
  const bare = text.trim();
  const value = Number(bare);
  return bare === '' || /^[+-]?0[xob]/i.test(bare) || (Number.isNaN(value) && bare !== 'NaN') ? undefined : value;
}
