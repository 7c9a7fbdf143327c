/**
 * Holds a batch to its column before anything of it is taken. Errors name the column, and the row where one is at fault.
 */
import { type FlatValues, type Nulls, ParquetError, type Values, withPlace } from '@marquetry/core';
import { rangeCheckOf } from '@marquetry/logical';
import { checkSlots } from '@marquetry/page';
import { formatPath, type LeafNode } from '@marquetry/schema';
import type { WriteBatch } from '../write-batch.js';
import { type Fault, indicesFault, layoutFault } from './layout.js';
import { firstInvalidText } from './utf8.js';

/**
 * A check for the batches of one chunk. Rows in messages count from the batch's first. A dictionary that many batches
 * share is looked at once.
 */
export function createBatchCheck(leaf: LeafNode): (batch: WriteBatch) => void {
  const column = formatPath(leaf.path);
  const rangeFault = rangeFaultOf(leaf);
  let sound: FlatValues | undefined;

  const flatFault = (values: FlatValues): Fault | undefined => layoutFault(values, leaf) ?? rangeFault(values);
  const faultOf = (values: Values): Fault | undefined => {
    if (values.layout !== 'dictionary') return flatFault(values);
    const { dictionary, indices, length } = values;
    if (dictionary !== sound) {
      const fault = flatFault(dictionary);
      if (fault !== undefined) return placeEntry(fault, indices, length);
      sound = dictionary;
    }
    return indicesFault(indices, length, dictionary.length);
  };

  return ({ values, nulls, slotCount, rowCount }) => {
    try {
      const valid = checkSlots(leaf, { nulls, slotCount, rowCount });
      const fault = faultOf(values);
      if (fault !== undefined) {
        const row = fault.value === undefined ? '' : `, row ${rowOfValue(fault.value, nulls, leaf)}`;
        throw new ParquetError('INVALID_ARGUMENT', `${fault.reason}${row}`);
      }
      if (values.length !== valid) {
        const reason = `${values.length} values for ${valid} slots that are not null`;
        throw new ParquetError('INVALID_ARGUMENT', reason);
      }
    } catch (error) {
      throw withPlace(error, { column });
    }
  };
}

function rangeFaultOf(leaf: LeafNode): (values: FlatValues) => Fault | undefined {
  const { annotation } = leaf;
  const kind = annotation?.kind;
  if (kind === 'UNKNOWN') {
    return (values) => (values.length === 0 ? undefined : { reason: 'a value in a column of nulls only', value: 0 });
  }
  if (kind === 'STRING' || kind === 'ENUM' || kind === 'JSON') {
    return (values) => {
      if (values.layout !== 'bytes') return undefined;
      const value = firstInvalidText(values.data, values.offsets, values.length);
      return value < 0 ? undefined : { reason: `not valid UTF-8 in a ${kind} column`, value };
    };
  }
  const check = rangeCheckOf(leaf);
  if (check === undefined) return () => undefined;
  const what = annotation?.kind === 'DECIMAL' ? `precision ${annotation.precision}` : 'the bits of its INTEGER type';
  return (values) => {
    const value = check(values);
    return value < 0 ? undefined : { reason: `a value is out of ${what}`, value };
  };
}

/** A fault of a dictionary entry, at the first value that uses it; without a place when none does. */
function placeEntry(fault: Fault, indices: Int32Array, length: number): Fault {
  if (fault.value === undefined) return fault;
  const value = indices.subarray(0, length).indexOf(fault.value);
  return value < 0 ? { reason: fault.reason } : { reason: fault.reason, value };
}

/** The row of the batch that holds a value. */
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
