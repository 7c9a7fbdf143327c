/**
 * Chooses how a column is converted: according to its logical type if it has one, otherwise according to its physical
 * type.
 */
import { PhysicalType } from '@marquetry/core';
import { createTextWriter } from '@marquetry/json';
import { float16ToNumber, int96Bytes, int96Nanos, intervalBytes, readInterval } from '@marquetry/logical';
import type { LeafNode } from '@marquetry/schema';
import { bytesOf, dates, texts, timestamps, unsigned64 } from './common-conversions.js';
import { booleans, byteViews, type Convert, elements, fixedView, int32, int64Words } from './conversion.js';
import { dateOfNanos } from './dates.js';
import { requireDecimalSize, unscaledAt } from './decimals.js';
import { type RowForm, refuseForm, type ValueForm } from './row-form.js';

type Conversions = Partial<Record<RowForm, Convert>> & { readonly exact: Convert };

/**
 * Returns the function that converts the values of a column to a form, such as `exact` or `json`.
 * @throws ParquetError INVALID_ARGUMENT, with the name of the column, for a form that the column does not support.
 */
export function conversionOf(leaf: LeafNode, form: RowForm | ValueForm, pin: boolean): Convert {
  const conversions = conversionsOf(leaf, pin);
  if (typeof form === 'function') return (values) => conversions.exact(values).map((value) => form(value));
  if (form === 'json') return jsonSafe(leaf, conversions);
  return conversions[form] ?? refuseForm(leaf, form, Object.keys(conversions));
}

/**
 * Returns the conversion to the form `json`: keeps values that `JSON.stringify` writes without loss, and converts all
 * others to text.
 */
function jsonSafe({ annotation, type }: LeafNode, { exact, string = exact }: Conversions): Convert {
  const kind = annotation?.kind;
  if (kind === 'FLOAT16' || type === PhysicalType.FLOAT || type === PhysicalType.DOUBLE) {
    return (values) => exact(values).map((value) => (Number.isFinite(value) ? value : String(value)));
  }
  const isNumber = type === PhysicalType.INT32 && kind !== 'DATE' && kind !== 'TIME' && kind !== 'DECIMAL';
  return isNumber || type === PhysicalType.BOOLEAN || kind === 'INTERVAL' ? exact : string;
}

function conversionsOf(leaf: LeafNode, pin: boolean): Conversions {
  const { annotation, type } = leaf;
  switch (annotation?.kind) {
    case 'UNKNOWN':
      return { exact: ({ length }) => new Array(length).fill(null) };
    case 'STRING':
    case 'ENUM':
    case 'JSON': {
      const text = texts(pin);
      return { exact: text, string: text, utf8: text, bytes: bytesOf(pin) };
    }
    case 'UUID': {
      const string = textOf(leaf);
      return { exact: string, string, bytes: bytesOf(pin) };
    }
    case 'INTERVAL':
      return { exact: fixedView(intervalBytes, readInterval), string: textOf(leaf), bytes: bytesOf(pin) };
    case 'FLOAT16': {
      const number = fixedView(2, (view, at) => float16ToNumber(view.getUint16(at, true)));
      return { exact: number, number, string: textOf(leaf), bytes: bytesOf(pin) };
    }
    case 'DATE':
      return { ...integers32(leaf, (value) => value), date: dates };
    case 'INTEGER':
      if (annotation.isSigned) break;
      return type === PhysicalType.INT32 ? integers32(leaf, (value) => value >>> 0) : integersUnsigned64(leaf);
    case 'TIMESTAMP':
      if (annotation.unit === 'unknown') break;
      return { ...signed64(leaf), date: timestamps(annotation.unit) };
    case 'DECIMAL':
      return decimals(leaf, pin);
    default:
  }
  return physicalConversions(leaf, pin);
}

function physicalConversions(leaf: LeafNode, pin: boolean): Conversions {
  const { type } = leaf;
  switch (type) {
    case PhysicalType.BOOLEAN:
      return { exact: booleans, string: textOf(leaf) };
    case PhysicalType.INT32:
      return { ...integers32(leaf, (value) => value), exact: elements(type), number: elements(type) };
    case PhysicalType.INT64:
      return signed64(leaf);
    case PhysicalType.FLOAT:
    case PhysicalType.DOUBLE: {
      const number = elements(type);
      return { exact: number, number, string: textOf(leaf) };
    }
    case PhysicalType.INT96: {
      const exact = fixedView(int96Bytes, int96Nanos);
      return {
        exact,
        bigint: exact,
        number: fixedView(int96Bytes, (view, at) => Number(int96Nanos(view, at))),
        date: fixedView(int96Bytes, (view, at) => dateOfNanos(int96Nanos(view, at))),
        string: textOf(leaf),
        bytes: bytesOf(pin),
      };
    }
    default: {
      const bytes = bytesOf(pin);
      return { exact: bytes, bytes, string: textOf(leaf), utf8: texts(pin) };
    }
  }
}

function integers32(leaf: LeafNode, number: (value: number) => number): Conversions {
  const exact = int32(number);
  return { exact, number: exact, bigint: int32((value) => BigInt(number(value))), string: textOf(leaf) };
}

function signed64(leaf: LeafNode): Conversions {
  const exact = elements(PhysicalType.INT64);
  const number = int64Words((low, high) => high * 0x1_0000_0000 + (low >>> 0));
  return { exact, bigint: exact, number, string: textOf(leaf) };
}

function integersUnsigned64(leaf: LeafNode): Conversions {
  const number = int64Words((low, high) => (high >>> 0) * 0x1_0000_0000 + (low >>> 0));
  return { exact: unsigned64, bigint: unsigned64, number, string: textOf(leaf) };
}

function decimals(leaf: LeafNode, pin: boolean): Conversions {
  const { type } = leaf;
  const text = textOf(leaf);
  if (type === PhysicalType.INT32 || type === PhysicalType.INT64) {
    const number: Convert = (values) => text(values).map(Number);
    const bigint = type === PhysicalType.INT32 ? int32(BigInt) : elements(type);
    return { exact: text, string: text, number, bigint };
  }
  const exact: Convert = (values) => {
    requireDecimalSize(values);
    return text(values);
  };
  const number: Convert = (values) => exact(values).map(Number);
  return { exact, string: exact, number, bigint: byteViews(unscaledAt), bytes: bytesOf(pin) };
}

/** Returns the conversion to the form `string`: the text that `createTextWriter` from `@marquetry/json` writes. */
function textOf(leaf: LeafNode): Convert {
  const bind = createTextWriter(leaf);
  return (values) => {
    const { length } = values;
    const write = bind(values);
    const texts: string[] = new Array(length);
    for (let i = 0; i < length; i++) texts[i] = write(i);
    return texts;
  };
}
