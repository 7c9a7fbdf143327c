/**
 * The conversions of most columns in the forms of `plain`: numbers, booleans, text, Dates and bytes. `conversions.ts` has all.
 */
import { PhysicalType } from '@marquetry/core';
import type { KnownTimeUnit } from '@marquetry/logical';
import type { LeafNode } from '@marquetry/schema';
import { booleans, byteViews, type Convert, elements, int32, int64, int64Words } from './conversion.js';
import { dateOfDays, dateOfWords } from './dates.js';
import type { RowForm, ValueForm } from './row-form.js';
import { flatStrings } from './to-strings.js';

/** Gives the conversion of a column to a form. */
export type ConversionOf = (leaf: LeafNode, form: RowForm | ValueForm, pin: boolean) => Convert;

/** The conversion of a column to `exact` or `date`; undefined for others, and for forms that `conversions.ts` alone has. */
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

/** Of values as they are stored; undefined for INT96. */
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

/** Bytes as text. */
export function texts(pin: boolean): Convert {
  return (values) => flatStrings(values, pin);
}

/** Views of the memory of the values, or copies. */
export function bytesOf(pin: boolean): Convert {
  // Not `slice`: that of Node's Buffer shares memory.
  return byteViews(pin ? (bytes) => bytes : (bytes) => new Uint8Array(bytes));
}

/** Days since 1970 as Dates. */
export const dates: Convert = /* @__PURE__ */ int32(dateOfDays);

/** Timestamps as Dates. */
export function timestamps(unit: KnownTimeUnit): Convert {
  return int64Words(dateOfWords(unit));
}

/** Unsigned INT32. */
export const unsigned32: Convert = /* @__PURE__ */ int32((value) => value >>> 0);

/** Unsigned INT64. */
export const unsigned64: Convert = /* @__PURE__ */ int64((value) => BigInt.asUintN(64, value));
