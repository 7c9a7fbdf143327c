/** Chooses the Arrow type of a column, by its annotation or, if it has none, by its physical type. */
import { ParquetError, PhysicalType } from '@marquetry/core';
import { type Annotation, formatPath, type LeafNode } from '@marquetry/schema';
import {
  Binary,
  Bool,
  type DataType,
  DateDay,
  FixedSizeBinary,
  Float16,
  Float32,
  Float64,
  Int8,
  Int16,
  Int32,
  Int64,
  Null,
  TimeMicrosecond,
  TimeMillisecond,
  TimeNanosecond,
  TimestampMicrosecond,
  TimestampMillisecond,
  TimestampNanosecond,
  Uint8,
  Uint16,
  Uint32,
  Uint64,
  Utf8,
} from 'apache-arrow';
import { decimalForm } from './decimals.js';
import { int96Form } from './int96.js';
import { narrowForm } from './integers.js';
import { intervalForm } from './intervals.js';
import { type LeafForm, sharedForm, viewForm } from './leaf-form.js';

/**
 * Returns the Arrow type of a leaf and the conversion of its values.
 * @param physical True to return values as stored, ignoring the annotation. INT96 is then not converted to timestamps.
 * @throws ParquetError UNSUPPORTED for decimals of more than 76 digits.
 */
export function leafForm(leaf: LeafNode, physical: boolean): LeafForm {
  const { annotation } = leaf;
  if (physical) return physicalForm(leaf);
  if (leaf.type === PhysicalType.INT96 && annotation === undefined) return int96Form();
  if (annotation?.kind === 'DECIMAL') {
    const form = decimalForm(annotation.precision, annotation.scale);
    if (form !== undefined) return form;
    const what = `Arrow decimals have at most 76 digits, but the column has ${annotation.precision}: select it with \`physical\``;
    throw new ParquetError('UNSUPPORTED', what, { column: formatPath(leaf.path) });
  }
  return (annotation === undefined ? undefined : annotatedForm(annotation)) ?? physicalForm(leaf);
}

function annotatedForm(annotation: Annotation): LeafForm | undefined {
  switch (annotation.kind) {
    case 'UNKNOWN':
      return sharedForm(new Null());
    case 'STRING':
    case 'ENUM':
    case 'JSON':
      return sharedForm(new Utf8());
    case 'FLOAT16':
      return viewForm(new Float16(), Uint16Array);
    case 'INTERVAL':
      return intervalForm();
    case 'INTEGER':
      return integerForm(annotation.bitWidth, annotation.isSigned);
    case 'DATE':
      return sharedForm(new DateDay());
    case 'TIME':
    case 'TIMESTAMP': {
      const type = timeType(annotation);
      return type === undefined ? undefined : sharedForm(type);
    }
    default:
      return undefined;
  }
}

function integerForm(bitWidth: number, isSigned: boolean): LeafForm | undefined {
  switch (bitWidth) {
    case 8:
      return isSigned ? narrowForm(new Int8(), Int8Array) : narrowForm(new Uint8(), Uint8Array);
    case 16:
      return isSigned ? narrowForm(new Int16(), Int16Array) : narrowForm(new Uint16(), Uint16Array);
    case 32:
      return isSigned ? undefined : viewForm(new Uint32(), Uint32Array);
    default:
      return isSigned ? undefined : viewForm(new Uint64(), BigUint64Array);
  }
}

function timeType({
  kind,
  unit,
  isAdjustedToUTC,
}: Extract<Annotation, { readonly isAdjustedToUTC: boolean }>): DataType | undefined {
  if (unit === 'unknown') return undefined;
  const times = { MILLIS: TimeMillisecond, MICROS: TimeMicrosecond, NANOS: TimeNanosecond };
  const timestamps = { MILLIS: TimestampMillisecond, MICROS: TimestampMicrosecond, NANOS: TimestampNanosecond };
  return kind === 'TIME' ? new times[unit]() : new timestamps[unit](isAdjustedToUTC ? 'UTC' : null);
}

function physicalForm({ type, width }: LeafNode): LeafForm {
  switch (type) {
    case PhysicalType.BOOLEAN:
      return sharedForm(new Bool());
    case PhysicalType.INT32:
      return sharedForm(new Int32());
    case PhysicalType.INT64:
      return sharedForm(new Int64());
    case PhysicalType.FLOAT:
      return sharedForm(new Float32());
    case PhysicalType.DOUBLE:
      return sharedForm(new Float64());
    case PhysicalType.BYTE_ARRAY:
      return sharedForm(new Binary());
    case PhysicalType.INT96:
    case PhysicalType.FIXED_LEN_BYTE_ARRAY:
      return sharedForm(new FixedSizeBinary(width));
  }
}
