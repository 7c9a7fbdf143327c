/**
 * Converts ordinary arrays to columns, one range of rows after another. Ordinary arrays are convenient, but slower than
 * typed arrays.
 */

import type { WriteBatch } from '@marquetry/column-writer';
import {
  describeColumnType,
  isTurnDue,
  type Nulls,
  noNulls,
  ParquetError,
  PhysicalType,
  type Steps,
  yieldToEventLoop,
} from '@marquetry/core';
import { isFlat, type LeafNode } from '@marquetry/schema';
import type { ColumnRows } from './column-rows.js';
import { repeatedText } from './repeated-text.js';
import { createScalarValues, type ScalarValues } from './scalar-values.js';

/**
 * A JavaScript value that can be written to a column: boolean (BOOLEAN), number (INT32, FLOAT, DOUBLE, and INT64 within
 * 2^53), bigint (INT64), string (BYTE_ARRAY, as UTF-8) or bytes (BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY, INT96). Both null
 * and undefined are written as null.
 */
export type Scalar = boolean | number | bigint | string | Uint8Array | null | undefined;

/** Number of values between two checks of the clock. It is small because each value may be a long string. */
const strideValues = 64;

/** Returns an array as the rows of a flat column. @throws ParquetError INVALID_ARGUMENT for a nested column. */
export function scalarRows(leaf: LeafNode, array: readonly Scalar[], signal: AbortSignal): ColumnRows {
  if (!isFlat(leaf))
    throw new ParquetError('INVALID_ARGUMENT', 'a nested column needs values and levels, not an array');
  let from = 0;
  return {
    rowCount: array.length,
    rowBytes: rowBytesOf(leaf, array),
    rowSlots: 1,
    take: async (rows) => {
      const first = from;
      from += rows;
      return portion(leaf, array, first, from, signal);
    },
  };
}

/**
 * Converts the rows `[from, to)` of an array to column values and nulls.
 * @throws ParquetError INVALID_ARGUMENT, naming the row, for a value that the column cannot store.
 */
async function portion(
  leaf: LeafNode,
  array: readonly Scalar[],
  from: number,
  to: number,
  signal: AbortSignal,
): Promise<WriteBatch> {
  const slotCount = to - from;
  const bits = new Uint8Array(Math.ceil(slotCount / 8));
  const rows = new Int32Array(slotCount);
  let length = 0;
  for (let slot = 0; slot < slotCount; slot++) {
    const value = array[from + slot];
    if (value === null || value === undefined) continue;
    bits[slot >> 3] = (bits[slot >> 3] as number) | (1 << (slot & 7));
    rows[length++] = from + slot;
  }
  const nullCount = slotCount - length;
  if (nullCount > 0 && leaf.maxDefinitionLevel === 0) {
    throw new ParquetError('INVALID_ARGUMENT', `row ${firstNull(array, from)}: a required column cannot contain null`);
  }
  const nulls: Nulls = nullCount === 0 ? noNulls : { kind: 'bitmap', bits, nullCount };
  const about = { nulls, slotCount, rowCount: slotCount, firstRow: from };
  const filled = rows.subarray(0, length);
  if (leaf.type === PhysicalType.BYTE_ARRAY) {
    const repeated = await withTurns(repeatedText(leaf, array, filled), signal);
    if (repeated !== undefined) return { values: repeated, ...about };
  }
  const values = createScalarValues(leaf, length);
  for (let done = 0; done < length; ) {
    done = putUntilTurn(values, { leaf, array, rows: filled }, done);
    if (done < length) await yieldToEventLoop(signal);
  }
  return { values: values.finish(), ...about };
}

/** Runs a generator to completion, and returns its result. Yields to the event loop whenever the generator yields. */
async function withTurns<T>(steps: Steps<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await yieldToEventLoop(signal);
  }
}

/** The non-null elements of an array. */
interface Filled {
  readonly leaf: LeafNode;
  readonly array: readonly Scalar[];
  readonly rows: Int32Array;
}

/**
 * Converts values, starting with value `first`, until all are converted or it is time to yield to the event loop.
 * Returns the number of values converted so far.
 */
function putUntilTurn(values: ScalarValues, { leaf, array, rows }: Filled, first: number): number {
  for (let from = first; from < rows.length; from += strideValues) {
    const to = Math.min(rows.length, from + strideValues);
    if (values.putTogether?.(array, rows, from, to) !== true) {
      for (let i = from; i < to; i++) {
        const row = rows[i] as number;
        if (values.put(array[row], i)) continue;
        const what = `row ${row}: ${shown(array[row])} does not fit the ${describeColumnType(leaf)} column`;
        throw new ParquetError('INVALID_ARGUMENT', what);
      }
    }
    if (isTurnDue()) return to;
  }
  return rows.length;
}

function firstNull(array: readonly Scalar[], from: number): number {
  for (let row = from; row < array.length; row++) if (array[row] === null || array[row] === undefined) return row;
  return from;
}

/** Number of rows to sample for estimating sizes. */
const sampleRows = 64;

/**
 * Returns the average size of a row in PLAIN encoding, in bytes. For byte arrays, estimates it from rows spread over
 * the array.
 */
function rowBytesOf({ width }: LeafNode, array: readonly Scalar[]): number {
  if (width > 0 || array.length === 0) return width;
  const count = Math.min(sampleRows, array.length);
  let bytes = 0;
  for (let i = 0; i < count; i++) {
    const value = array[Math.floor((i * array.length) / count)];
    bytes += 4 + (typeof value === 'string' || value instanceof Uint8Array ? value.length : 0);
  }
  return bytes / count;
}

function shown(value: Scalar): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return `${typeof value} ${text.length > 40 ? `${text.slice(0, 40)}...` : text}`;
}
