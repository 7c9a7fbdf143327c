/**
 * The conversions that most columns need in the form `plain`: to numbers, booleans, text, Dates and bytes. The other
 * conversions are in `conversions.ts`, which is loaded only if a column needs them.
 */
import { PhysicalType } from '@marquetry/core';
import type { KnownTimeUnit } from '@marquetry/logical';
import type { LeafNode } from '@marquetry/schema';
import { booleans, byteViews, type Convert, elements, int32, int64, int64Words } from './conversion.js';
import { dateOfDays, dateOfWords } from './dates.js';
import type { RowForm, ValueForm } from './row-form.js';
import { flatStrings } from './to-strings.js';

/** Returns the conversion of a column to a form. */
export type ConversionOf = (leaf: LeafNode, form: RowForm | ValueForm, pin: boolean) => Convert;

/** Returns the conversion of a column to `exact` or `date`; undefined if it is in `conversions.ts`. */
export function commonConversionOf(
  { annotation, type }: LeafNode,
  form: RowForm | ValueForm,
  pin: boolean,
): Convert | undefined {
  const isExact = form === 'exact';
  switch (annotation?.kind) {
    case 'STRING':
    case 'ENUM':
    case 'JSON':
      return isExact ? texts(pin) : undefined;
    case 'DATE':
      return form === 'date' ? dates : undefined;
    case 'TIMESTAMP':
      return form === 'date' && annotation.unit !== 'unknown' ? timestamps(annotation.unit) : undefined;
    case 'INTEGER':
      if (!isExact || annotation.isSigned) break;
      return type === PhysicalType.INT32 ? unsigned32 : unsigned64;
    case undefined:
      break;
    default:
      return undefined;
  }
  return isExact ? physicalConversion(type, pin) : undefined;
}

/** Returns the conversion of columns without an annotation; undefined for INT96. */
function physicalConversion(type: PhysicalType, pin: boolean): Convert | undefined {
  switch (type) {
    case PhysicalType.BOOLEAN:
      return booleans;
    case PhysicalType.INT96:
      return undefined;
    case PhysicalType.BYTE_ARRAY:
    case PhysicalType.FIXED_LEN_BYTE_ARRAY:
      return bytesOf(pin);
    default:
      return elements(type);
  }
}

/** Converts bytes to text. */
export function texts(pin: boolean): Convert {
  return (values) => flatStrings(values, pin);
}

/** Converts to views of the values' memory, or to copies. */
export function bytesOf(pin: boolean): Convert {
  // Not `slice`, which for a Node Buffer shares memory.
  return byteViews(pin ? (bytes) => bytes : (bytes) => new Uint8Array(bytes));
}

/** Converts days since 1970 to Dates. */
export const dates: Convert = /* @__PURE__ */ int32(dateOfDays);

/** Converts timestamps to Dates. */
export function timestamps(unit: KnownTimeUnit): Convert {
  return int64Words(dateOfWords(unit));
}

/** Converts to unsigned 32-bit integers. */
const unsigned32: Convert = /* @__PURE__ */ int32((value) => value >>> 0);

/** Converts to unsigned 64-bit integers. */
export const unsigned64: Convert = /* @__PURE__ */ int64((value) => BigInt.asUintN(64, value));
