/**
 * Chooses how the values of a column are written: according to its logical type, or to its physical type if it has no
 * logical type.
 */
import {
  type BytesValues,
  type DirectValues,
  type FixedValuesOf,
  nameOf,
  ParquetError,
  PhysicalType,
  viewOf,
} from '@marquetry/core';
import { type KnownTimeUnit, uuidText, withScale } from '@marquetry/logical';
import type { Annotation, LeafNode } from '@marquetry/schema';
import { base64Text } from './base64.js';
import { bigEndianDigits } from './decimals.js';
import { doubleText, float16Text, floatText } from './floats.js';
import { signedDigits, unsignedDigits, wordsOf } from './int64.js';
import { intervalText } from './intervals.js';
import { requireTextSize, stringText } from './strings.js';
import type { BoundedStyle } from './style.js';
import { createDayText, createInt96Text, createTimestampText, createTimeText } from './times.js';
import type { WriteValue } from './write-value.js';

/** Takes the values of a batch, and returns a function that writes one of these values. */
export type Rendering = (values: DirectValues) => WriteValue;

/**
 * Creates a writer for the values of a column. If the logical type or its time unit is unknown, the values are written
 * according to the physical type.
 */
export function renderingOf(leaf: LeafNode, style: BoundedStyle): Rendering {
  const { annotation } = leaf;
  return (annotation === undefined ? undefined : annotated(annotation, leaf, style)) ?? physical(leaf.type, style);
}

function annotated(annotation: Annotation, leaf: LeafNode, style: BoundedStyle): Rendering | undefined {
  switch (annotation.kind) {
    case 'UNKNOWN':
      return () => () => 'null';
    case 'STRING':
    case 'ENUM':
    case 'JSON':
      return bytes((data, from, to) => stringText(data, from, to, style));
    case 'UUID':
      return fixedBytes(16, (data, at) => style.bare(uuidText(data, at)));
    case 'INTERVAL':
      return fixedView(12, intervalText);
    case 'FLOAT16':
      return fixedView(2, (view, at) => float16Text(view.getUint16(at, true), style));
    case 'DATE': {
      const dayText = createDayText();
      return int32((value) => style.bare(dayText(value)));
    }
    case 'INTEGER':
      if (annotation.isSigned) return undefined;
      return leaf.type === PhysicalType.INT32 ? int32((value) => String(value >>> 0)) : int64(unsignedDigits);
    case 'TIME':
    case 'TIMESTAMP':
      return annotation.unit === 'unknown'
        ? undefined
        : time(annotation.kind, annotation.unit, annotation.isAdjustedToUTC, leaf, style);
    case 'DECIMAL':
      return decimal(annotation.scale, leaf.type, style);
    default:
      return undefined;
  }
}

function physical(type: PhysicalType, style: BoundedStyle): Rendering {
  switch (type) {
    case PhysicalType.BOOLEAN:
      return booleans;
    case PhysicalType.INT32:
      return int32(String);
    case PhysicalType.INT64:
      return int64(signedDigits);
    case PhysicalType.FLOAT:
      return floats(PhysicalType.FLOAT, (value) => floatText(value, style));
    case PhysicalType.DOUBLE:
      return floats(PhysicalType.DOUBLE, (value) => doubleText(value, style));
    case PhysicalType.INT96: {
      const text = createInt96Text();
      return fixedView(12, (view, at) => style.bare(text(view, at)));
    }
    case PhysicalType.BYTE_ARRAY:
    case PhysicalType.FIXED_LEN_BYTE_ARRAY:
      return bytes((data, from, to) => {
        requireTextSize(to - from, style.bounds);
        return style.bare(base64Text(data.subarray(from, to)));
      });
  }
}

function time(
  kind: 'TIME' | 'TIMESTAMP',
  unit: KnownTimeUnit,
  utc: boolean,
  leaf: LeafNode,
  style: BoundedStyle,
): Rendering {
  const text = kind === 'TIME' ? createTimeText(unit, utc) : createTimestampText(unit, utc);
  if (leaf.type === PhysicalType.INT32) return int32((value) => style.bare(text(value, value >> 31)));
  return int64((low, high) => style.bare(text(low, high)));
}

function decimal(scale: number, type: PhysicalType, style: BoundedStyle): Rendering {
  if (type === PhysicalType.INT32) return int32((value) => withScale(String(value), scale));
  if (type === PhysicalType.INT64) return int64((low, high) => withScale(signedDigits(low, high), scale));
  return bytes((data, from, to) => {
    const value = data.subarray(from, to);
    const digits = bigEndianDigits(value);
    if (digits !== undefined) return withScale(digits, scale);
    requireTextSize(value.length, style.bounds);
    return style.bare(base64Text(value));
  });
}

const booleans: Rendering = (values) => {
  if (values.layout !== 'bits') throw mismatch(values, 'bits');
  const { data } = values;
  return (index) => (((data[index >> 3] as number) >> (index & 7)) & 1 ? 'true' : 'false');
};

function int32(text: (value: number) => string): Rendering {
  return (values) => {
    const { data } = requireFixed(values, PhysicalType.INT32);
    return (index) => text(data[index] as number);
  };
}

function int64(text: (low: number, high: number) => string): Rendering {
  return (values) => {
    const words = wordsOf(requireFixed(values, PhysicalType.INT64).data);
    return (index) => text(words[2 * index] as number, words[2 * index + 1] as number);
  };
}

function floats(
  type: typeof PhysicalType.FLOAT | typeof PhysicalType.DOUBLE,
  text: (value: number) => string,
): Rendering {
  return (values) => {
    const { data } = requireFixed(values, type);
    return (index) => text(data[index] as number);
  };
}

/**
 * Writes BYTE_ARRAY or FIXED_LEN_BYTE_ARRAY values with a function that receives the start and end of a value's bytes.
 */
function bytes(text: (data: Uint8Array, from: number, to: number) => string): Rendering {
  return (values) => {
    if (values.layout === 'bytes') {
      const { offsets, data }: BytesValues = values;
      return (index) => text(data, offsets[index] as number, offsets[index + 1] as number);
    }
    const { data, width } = requireFixed(values, PhysicalType.FIXED_LEN_BYTE_ARRAY);
    return (index) => text(data, index * width, (index + 1) * width);
  };
}

/** Writes values of `width` bytes each with a function that receives the position of a value. */
function fixedBytes(width: number, text: (data: Uint8Array, at: number) => string): Rendering {
  return (values) => {
    const data = requireBytes(values, width);
    return (index) => text(data, index * width);
  };
}

/** Like {@link fixedBytes}, but the function receives a DataView, to read numbers. */
function fixedView(width: number, text: (view: DataView, at: number) => string): Rendering {
  return (values) => {
    const data = requireBytes(values, width);
    const view = viewOf(data);
    return (index) => text(view, index * width);
  };
}

function requireBytes(values: DirectValues, width: number): Uint8Array {
  if (values.layout === 'fixed' && values.width === width && values.data instanceof Uint8Array) return values.data;
  throw mismatch(values, `${width}-byte`);
}

function requireFixed<T extends keyof FixedByType>(values: DirectValues, type: T): FixedByType[T] {
  if (values.layout === 'fixed' && values.type === type) return values as FixedByType[T];
  throw mismatch(values, nameOf(PhysicalType, type));
}

type FixedByType = { [T in Exclude<PhysicalType, 0 | 6>]: FixedValuesOf<T> };

function mismatch(values: DirectValues, wanted: string): ParquetError {
  return new ParquetError(
    'INVALID_ARGUMENT',
    `the column requires ${wanted} values, got ${nameOf(PhysicalType, values.type)} with layout ${values.layout}`,
  );
}
