/**
 * How the strings of a field become values of its type, at any depth.
 *
 *   column                       text                                value
 *   BOOLEAN                      true false 1 0, whatever the case   boolean
 *   integers                     digits, with a sign                 bigint
 *   FLOAT DOUBLE FLOAT16         a number, NaN, Infinity             number
 *   text and bytes               any                                 the text
 *   any other, optional          empty                               null
 *   dates, decimals, UUIDs ...   as `writeRows` takes them           the text
 *
 * Structs, lists and maps are copied, with their entries cast. Keys of a plain object that stands for a map are strings, so they are
 * cast too. Whatever is not a string, or not of the field's form, stays as it is: the writer judges it.
 */
import { ParquetError, PhysicalType } from '@marquetry/core';
import { type Field, formatPath, type LeafNode } from '@marquetry/schema';
import { isStructObject } from './struct-object.js';

/** A value, with the strings in it cast. @throws ParquetError INVALID_ARGUMENT, with `at.column`, for text that cannot be cast. */
export type CastField = (value: unknown) => unknown;

/** The value of a text, null included; undefined where it is not one. */
type CastText = (text: string) => unknown;

/** Undefined for a field in which no string is cast. */
function castOfField(field: Field): CastField | undefined {
  switch (field.kind) {
    case 'leaf':
      return castOfLeaf(field.leaf);
    case 'struct':
      return castOfStruct(field.fields);
    // Strings are values of a VARIANT.
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

/** Of objects with these fields. */
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

/** Arrays, Sets, Maps and other iterables; typed arrays hold no strings. */
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

/** Undefined for columns that take any text as it is. */
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
