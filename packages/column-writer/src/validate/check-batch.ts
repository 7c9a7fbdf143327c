/**
 * Checks a batch against its column before any part of it is written. Errors name the column and, if a single value is
 * invalid, its row.
 */
import {
  type DirectValues,
  type Nulls,
  ParquetError,
  type Steps,
  sliceValues,
  type Values,
  withPlace,
} from '@marquetry/core';
import { countValues } from '@marquetry/levels';
import { rangeCheckOf } from '@marquetry/logical';
import { formatPath, type LeafNode } from '@marquetry/schema';
import type { WriteBatch } from '../write-batch.js';
import { type Fault, indicesFault, layoutFault } from './layout.js';
import { firstInvalidText } from './utf8.js';

/** Checks the batches of one column. Created by {@link createBatchCheck}. */
export interface BatchCheck {
  /**
   * Checks a batch, in steps of at most 65,536 values. Row numbers in errors start at the batch's `firstRow`.
   * @throws ParquetError INVALID_ARGUMENT if the batch does not fit the column.
   */
  check(batch: WriteBatch): Steps<void>;
}

/**
 * Creates a check for the batches of a column. If several batches have the same dictionary, it is checked only once.
 */
export function createBatchCheck(leaf: LeafNode): BatchCheck {
  return new ColumnCheck(leaf);
}

/** The implementation is a class to save memory, because there is one object per chunk. */
class ColumnCheck implements BatchCheck {
  declare private readonly leaf: LeafNode;
  private readonly rangeFault: (values: DirectValues) => Fault | undefined;
  private sound: DirectValues | undefined = undefined;

  constructor(leaf: LeafNode) {
    this.leaf = leaf;
    this.rangeFault = rangeFaultOf(leaf);
  }

  *check({ values, nulls, slotCount, rowCount, firstRow = 0 }: WriteBatch): Steps<void> {
    const { leaf } = this;
    try {
      const valid = countValues(leaf, { nulls, slotCount, rowCount });
      const fault = yield* this.faultOf(values);
      if (fault !== undefined) {
        const row = fault.value === undefined ? '' : `, row ${firstRow + rowOfValue(fault.value, nulls, leaf)}`;
        throw new ParquetError('INVALID_ARGUMENT', `${fault.reason}${row}`);
      }
      if (values.length !== valid) {
        const reason = `the batch has ${values.length} values, but ${valid} slots that are not null`;
        throw new ParquetError('INVALID_ARGUMENT', reason);
      }
    } catch (error) {
      throw withPlace(error, { column: formatPath(leaf.path) });
    }
  }

  private *faultOf(values: Values): Steps<Fault | undefined> {
    if (values.layout !== 'dictionary') return yield* this.flatFault(values);
    const { dictionary, indices, length } = values;
    if (dictionary !== this.sound) {
      const fault = yield* this.flatFault(dictionary);
      if (fault !== undefined) return placeEntry(fault, indices, length);
      this.sound = dictionary;
    }
    return indicesFault(indices, length, dictionary.length);
  }

  private *flatFault(values: DirectValues): Steps<Fault | undefined> {
    return layoutFault(values, this.leaf) ?? (yield* stretchesFault(values, this.rangeFault));
  }
}

/** Maximum number of values, and of bytes, that are checked before the check yields to its caller. */
const stretchValues = 2 ** 16;
const stretchBytes = 2 ** 22;

/**
 * Returns the fault of the first invalid value, or undefined if all values are valid. Checks a limited number of values
 * per step. The caller has already checked the layout of the values.
 */
function* stretchesFault(
  values: DirectValues,
  faultOf: (values: DirectValues) => Fault | undefined,
): Steps<Fault | undefined> {
  for (let from = 0; from < values.length; ) {
    const to = stretchEnd(values, from);
    const fault = faultOf(from === 0 && to === values.length ? values : sliceValues(values, from, to));
    if (fault !== undefined) return fault.value === undefined ? fault : { ...fault, value: from + fault.value };
    from = to;
    if (from < values.length) yield;
  }
  return undefined;
}

/**
 * Returns the end of the range of values to check in one step. The range starts at `from` and has at least one value.
 */
function stretchEnd(values: DirectValues, from: number): number {
  const end = Math.min(values.length, from + stretchValues);
  if (values.layout !== 'bytes') return end;
  const { offsets } = values;
  if ((offsets[end] as number) - (offsets[from] as number) <= stretchBytes) return end;
  let to = from + 1;
  while (to < end && (offsets[to + 1] as number) - (offsets[from] as number) <= stretchBytes) to++;
  return to;
}

function rangeFaultOf(leaf: LeafNode): (values: DirectValues) => Fault | undefined {
  const { annotation } = leaf;
  const kind = annotation?.kind;
  if (kind === 'UNKNOWN') {
    return (values) =>
      values.length === 0 ? undefined : { reason: 'an UNKNOWN column must contain only nulls', value: 0 };
  }
  if (kind === 'STRING' || kind === 'ENUM' || kind === 'JSON') {
    return (values) => {
      if (values.layout !== 'bytes') return undefined;
      const value = firstInvalidText(values.data, values.offsets, values.length);
      return value < 0 ? undefined : { reason: `a value in a ${kind} column must be valid UTF-8`, value };
    };
  }
  const check = rangeCheckOf(leaf);
  if (check === undefined) return () => undefined;
  const reason =
    annotation?.kind === 'DECIMAL'
      ? `a DECIMAL value exceeds precision ${annotation.precision}`
      : 'a value is outside the range of the INTEGER type';
  return (values) => {
    const value = check(values);
    return value < 0 ? undefined : { reason, value };
  };
}

/**
 * Moves the position of a fault from a dictionary entry to the first value that uses the entry. If no value uses it,
 * removes the position.
 */
function placeEntry(fault: Fault, indices: Int32Array, length: number): Fault {
  if (fault.value === undefined) return fault;
  const value = indices.subarray(0, length).indexOf(fault.value);
  return value < 0 ? { reason: fault.reason } : { reason: fault.reason, value };
}

/** Returns the row that contains a value, counted from the first row of the batch. */
function rowOfValue(value: number, nulls: Nulls, leaf: LeafNode): number {
  if (nulls.kind === 'none') return value;
  let left = value;
  let row = -1;
  const slots = nulls.kind === 'bitmap' ? 8 * nulls.bits.length : nulls.definition.length;
  for (let slot = 0; slot < slots; slot++) {
    const repetition = nulls.kind === 'levels' ? (nulls.repetition?.[slot] ?? 0) : 0;
    if (repetition === 0) row++;
    const valid =
      nulls.kind === 'bitmap'
        ? (((nulls.bits[slot >> 3] as number) >>> (slot & 7)) & 1) === 1
        : nulls.definition[slot] === leaf.maxDefinitionLevel;
    if (valid && left-- === 0) break;
  }
  return Math.max(row, 0);
}
