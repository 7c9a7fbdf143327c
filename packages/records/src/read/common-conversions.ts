/**
 * The conversions that most columns need: to numbers, booleans, text, Dates and bytes. The other conversions are in
 * `conversions.ts`, which is loaded only if a column needs them.
 */
import { PhysicalType } from '@marquetry/core';
import type { KnownTimeUnit } from '@marquetry/logical';
import type { LeafNode } from '@marquetry/schema';
import { booleans, byteViews, type Convert, elements, int32, int64, int64Words } from './conversion.js';
import { dateOfDays, dateOfWords } from './dates.js';
import type { RowForm, ValueForm } from './row-form.js';
import { flatStrings } from './to-strings.js';

/** Returns the function that converts the values of a column to a form, such as `exact` or `json`. */
export type ConversionOf = (leaf: LeafNode, form: RowForm | ValueForm, pin: boolean) => Convert;

/**
 * Returns the function that converts a column to the form `exact` or `date`. Returns undefined for the conversions that
 * few columns need, because their code is loaded only when such a column is read.
 */
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

/** Returns the function that converts columns without a logical type; undefined for INT96. */
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

/** Returns a function that decodes byte arrays as UTF-8 text. */
export function texts(pin: boolean): Convert {
  return (values) => flatStrings(values, pin);
}

/**
 * Returns a function that converts byte arrays to Uint8Arrays: views of the values' memory if `pin` is true, otherwise
 * copies.
 */
export function bytesOf(pin: boolean): Convert {
  // Do not use `slice`, which for a Node Buffer returns a view of the same memory.
  return byteViews(pin ? (bytes) => bytes : (bytes) => new Uint8Array(bytes));
}

/** Converts days since 1970 to Dates. */
export const dates: Convert = /* @__PURE__ */ int32(dateOfDays);

/** Returns a function that converts timestamps to Dates. */
export function timestamps(unit: KnownTimeUnit): Convert {
  return int64Words(dateOfWords(unit));
}

/** Converts INT32 values to unsigned integers. */
const unsigned32: Convert = /* @__PURE__ */ int32((value) => value >>> 0);

/** Converts INT64 values to unsigned bigints. */
export const unsigned64: Convert = /* @__PURE__ */ int64((value) => BigInt.asUintN(64, value));
