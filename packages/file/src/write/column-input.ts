/**
 * What a caller may give for a column, and the one form that it is written from: dense values and nulls.
 */
import { gatherInto, javascriptKernels, readBit } from '@marquetry/bit-io';
import { countValid } from '@marquetry/column';
import type { WriteBatch } from '@marquetry/column-writer';
import {
  createColumnBuffer,
  describeColumnType,
  type FixedValues,
  type Nulls,
  noNulls,
  ParquetError,
  PhysicalType,
  type Values,
  withPlace,
} from '@marquetry/core';
import { formatPath, type LeafNode } from '@marquetry/schema';
import { type Scalar, scalarSlots } from './scalars.js';

/**
 * A typed array, one element a value: Int32Array and smaller integers (INT32), BigInt64Array, BigUint64Array (INT64),
 * Float32Array (FLOAT), Float64Array (DOUBLE), Uint8Array with `width` bytes a value (FIXED_LEN_BYTE_ARRAY, INT96).
 */
export type ArrayInput =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array
  | Float32Array
  | Float64Array;

/** Values with their nulls; what `ParquetFile.columns` gives is one. */
export interface SlotsInput {
  /** Dense values, or one entry a slot where `spaced`. */
  readonly values: Values | ArrayInput;
  /** Default: none. */
  readonly nulls?: Nulls;
  /** Default: as many as values and nulls. */
  readonly slotCount?: number;
  /** Default: as many as slots, or as repetition levels of 0. */
  readonly rowCount?: number;
  readonly spaced?: boolean;
}

/**
 * A column of a batch: values without nulls, values with nulls, or, for a flat column, a plain array of
 * strings, numbers and so on in which null stands for null.
 */
export type ColumnInput = Values | ArrayInput | SlotsInput | readonly Scalar[];

/**
 * The input as dense values and nulls. Counts are checked here, so that it can be cut; what the values are, the chunk
 * writer checks.
 * @throws ParquetError INVALID_ARGUMENT, naming column and row, for what cannot stand in the column.
 */
export function columnBatch(leaf: LeafNode, input: ColumnInput): WriteBatch {
  try {
    const batch = batchOf(leaf, input);
    checkCounts(leaf, batch);
    return batch;
  } catch (error) {
    throw withPlace(error, { column: formatPath(leaf.path) });
  }
}

function batchOf(leaf: LeafNode, input: ColumnInput): WriteBatch {
  if (isScalars(input)) return countedBatch(leaf, scalarSlots(leaf, input));
  if (ArrayBuffer.isView(input)) return countedBatch(leaf, { values: arrayValues(leaf, input) });
  if ('layout' in input) return countedBatch(leaf, { values: input });
  if (!('values' in input)) throw invalid('a column is values, an array, or an object with values and nulls');
  const { values, nulls = noNulls } = input;
  const slots = { ...input, values: ArrayBuffer.isView(values) ? arrayValues(leaf, values) : values, nulls };
  return countedBatch(leaf, input.spaced === true ? denseSlots(leaf, slots) : slots);
}

function isScalars(input: ColumnInput): input is readonly Scalar[] {
  return Array.isArray(input);
}

function countedBatch(leaf: LeafNode, slots: SlotsInput & { readonly values: Values }): WriteBatch {
  const { values, nulls = noNulls } = slots;
  const slotCount = slots.slotCount ?? values.length + nulls.nullCount;
  return { values, nulls, slotCount, rowCount: slots.rowCount ?? rowsOf(leaf, nulls, slotCount) };
}

function rowsOf({ maxRepetitionLevel }: LeafNode, nulls: Nulls, slotCount: number): number {
  if (maxRepetitionLevel === 0 || nulls.kind !== 'levels' || nulls.repetition === undefined) return slotCount;
  let rows = 0;
  for (let i = 0; i < slotCount; i++) if (nulls.repetition[i] === 0) rows++;
  return rows;
}

/** Takes the entries of null slots out. */
function denseSlots(
  leaf: LeafNode,
  slots: SlotsInput & { readonly values: Values; readonly nulls: Nulls },
): typeof slots {
  const { values, nulls } = slots;
  if (nulls.kind === 'none') return slots;
  checkLengths(nulls, values.length);
  const valid = countValid(nulls, 0, values.length, leaf.maxDefinitionLevel);
  const indices = new Int32Array(valid);
  let at = 0;
  for (let slot = 0; slot < values.length; slot++) {
    const isValid =
      nulls.kind === 'bitmap' ? readBit(nulls.bits, slot) === 1 : nulls.definition[slot] === leaf.maxDefinitionLevel;
    if (isValid) indices[at++] = values.layout === 'dictionary' ? (values.indices[slot] as number) : slot;
  }
  if (values.layout === 'dictionary') return { ...slots, values: { ...values, length: valid, indices }, spaced: false };
  const target = createColumnBuffer(leaf, { capacity: valid });
  gatherInto(target, values, indices, 0, valid, javascriptKernels);
  return { ...slots, slotCount: values.length, values: target.values, spaced: false };
}

function checkCounts(leaf: LeafNode, { values, nulls, slotCount, rowCount }: WriteBatch): void {
  if (!isCount(slotCount) || !isCount(rowCount)) throw invalid(`${slotCount} slots and ${rowCount} rows are no counts`);
  if (nulls.kind === 'bitmap' && leaf.maxDefinitionLevel === 0) throw invalid('a required column has no nulls');
  checkLengths(nulls, slotCount);
  const valid = countValid(nulls, 0, slotCount, leaf.maxDefinitionLevel);
  if (valid !== values.length) {
    throw invalid(`there are ${values.length} values, and ${valid} of ${slotCount} slots have one`);
  }
}

function checkLengths(nulls: Nulls, slotCount: number): void {
  const has = (what: string, length: number, needed: number): void => {
    if (length < needed) throw invalid(`${length} bytes of ${what} for ${slotCount} slots`);
  };
  if (nulls.kind === 'bitmap') has('validity', nulls.bits.length, Math.ceil(slotCount / 8));
  if (nulls.kind !== 'levels') return;
  has('definition levels', nulls.definition.length, slotCount);
  if (nulls.repetition !== undefined) has('repetition levels', nulls.repetition.length, slotCount);
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/** A typed array as values of the column, in the same memory where its elements are those of the column. */
function arrayValues(leaf: LeafNode, array: ArrayInput): FixedValues {
  const { type, width } = leaf;
  const { length } = array;
  switch (type) {
    case PhysicalType.INT32:
      if (array instanceof Int32Array) return { layout: 'fixed', type, length, width, data: array };
      if (array instanceof Uint32Array) {
        const data = new Int32Array(array.buffer, array.byteOffset, length);
        return { layout: 'fixed', type, length, width, data };
      }
      if (isSmallIntegers(array)) return { layout: 'fixed', type, length, width, data: Int32Array.from(array) };
      break;
    case PhysicalType.INT64:
      if (array instanceof BigInt64Array) return { layout: 'fixed', type, length, width, data: array };
      if (array instanceof BigUint64Array) {
        const data = new BigInt64Array(array.buffer, array.byteOffset, length);
        return { layout: 'fixed', type, length, width, data };
      }
      break;
    case PhysicalType.FLOAT:
      if (array instanceof Float32Array) return { layout: 'fixed', type, length, width, data: array };
      break;
    case PhysicalType.DOUBLE:
      if (array instanceof Float64Array) return { layout: 'fixed', type, length, width, data: array };
      break;
    case PhysicalType.INT96:
    case PhysicalType.FIXED_LEN_BYTE_ARRAY:
      if (array instanceof Uint8Array && width > 0 && length % width === 0) {
        return { layout: 'fixed', type, length: length / width, width, data: array };
      }
      break;
    default:
  }
  const name = Object.prototype.toString.call(array).slice(8, -1);
  throw invalid(`a ${name} of ${length} elements does not hold ${describeColumnType(leaf)} values`);
}

function isSmallIntegers(array: ArrayInput): array is Int8Array | Uint8Array | Int16Array | Uint16Array {
  return (
    array instanceof Int8Array ||
    array instanceof Uint8Array ||
    array instanceof Int16Array ||
    array instanceof Uint16Array
  );
}

function invalid(reason: string): ParquetError {
  return new ParquetError('INVALID_ARGUMENT', reason);
}
