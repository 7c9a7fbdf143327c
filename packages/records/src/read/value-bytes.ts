/**
 * Estimates the memory of JavaScript values in bytes, for V8 on 64-bit machines, rounded up.
 *
 *   word in an array or object        8     number               16 (boxed)
 *   object                           32     bigint               24
 *   array, and its elements          48     Date                112
 *   array of a key and a value       64     Uint8Array          200, plus its bytes if they are copied
 *   Map, per entry                   64     text                 32, plus 2 per byte of UTF-8
 */
import { type DirectValues, PhysicalType } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import type { RowForm, ValueForm } from './row-form.js';

export const wordBytes = 8;
const objectBytes = 32;
export const arrayBytes = 48;
export const pairBytes = 64;

/** Objects with more fields than this are assumed to be hash tables. */
const maxFields = 1000;
const hashedFieldBytes = 72;

/** Returns the size in bytes of an object with this many fields, excluding the values of the fields. */
export function structBytes(fields: number): number {
  return objectBytes + fields * (fields > maxFields ? hashedFieldBytes : wordBytes);
}

/** The memory of a JavaScript value in bytes: `each`, plus `perByte` for each byte of the stored value. */
export interface ValueBytes {
  readonly each: number;
  readonly perByte: number;
}

const number: ValueBytes = { each: 16, perByte: 0 };
const bigint: ValueBytes = { each: 24, perByte: 1 };
const text: ValueBytes = { each: 32, perByte: 2 };
/**
 * The estimate for text that is converted from numbers, dates, UUIDs or bytes (as base64): it has more characters than
 * the stored value has bytes.
 */
const written: ValueBytes = { each: 64, perByte: 3 };
const date: ValueBytes = { each: 112, perByte: 0 };
/** The estimate for Temporal objects, and for the results of the caller's functions. */
const made: ValueBytes = { each: 300, perByte: 6 };
const none: ValueBytes = { each: 0, perByte: 0 };
const interval: ValueBytes = { each: 96, perByte: 0 };

/** Returns the estimated memory that the values of a column take in a given form, such as `exact` or `date`. */
export function valueBytesOf({ annotation, type }: LeafNode, form: RowForm | ValueForm, pin: boolean): ValueBytes {
  if (typeof form === 'function') return made;
  switch (form) {
    case 'number':
      return number;
    case 'bigint':
      return bigint;
    case 'date':
      return date;
    case 'utf8':
      return text;
    case 'bytes':
      return bytesAs(pin);
    default:
  }
  switch (annotation?.kind) {
    case 'STRING':
    case 'ENUM':
    case 'JSON':
      return text;
    case 'UNKNOWN':
      return none;
    case 'UUID':
    case 'DECIMAL':
      return written;
    default:
  }
  if (form === 'string') return written;
  // In the form `json`, values may become text. The estimate for text also covers numbers.
  if (form === 'json' && type !== PhysicalType.BOOLEAN && annotation?.kind !== 'INTERVAL') return written;
  if (annotation?.kind === 'INTERVAL') return interval;
  switch (type) {
    case PhysicalType.BOOLEAN:
      return none;
    case PhysicalType.INT32:
    case PhysicalType.FLOAT:
    case PhysicalType.DOUBLE:
      return number;
    case PhysicalType.INT64:
    case PhysicalType.INT96:
      return { ...bigint, perByte: 0 };
    default:
      return annotation?.kind === 'FLOAT16' ? number : bytesAs(pin);
  }
}

function bytesAs(pin: boolean): ValueBytes {
  return { each: pin ? 200 : 300, perByte: pin ? 0 : 1 };
}

/** Returns the number of stored bytes of the values `[from, to)`; 0 for BOOLEAN. */
export function storedBytes(values: DirectValues, from: number, to: number): number {
  switch (values.layout) {
    case 'bytes':
      return (values.offsets[to] as number) - (values.offsets[from] as number);
    case 'fixed':
      return values.width * (to - from);
    case 'bits':
      return 0;
  }
}
