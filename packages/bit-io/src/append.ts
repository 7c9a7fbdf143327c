/**
 * Appends flat values to a column buffer: copies of memory.
 */
import {
  type BytesBuffer,
  bytesOf,
  type ColumnBuffer,
  describeColumnType,
  type FixedBuffer,
  type FlatValues,
  ParquetError,
} from '@marquetry/core';
import { copyBits } from './bitmap.js';

/**
 * Appends `values[from, to)`, a range that the caller has checked.
 * @throws ParquetError INVALID_ARGUMENT when the buffer is of another type; LIMIT from `reserve`.
 */
export function appendValues(target: ColumnBuffer, values: FlatValues, from: number, to: number): void {
  requireSameType(target, values);
  const count = to - from;
  if (target.layout === 'bits' && values.layout === 'bits') {
    target.reserve(count);
    copyBits(values.data, from, target.data, target.length, count);
    target.length += count;
  } else if (target.layout === 'fixed' && values.layout === 'fixed') {
    appendFixedBytes(target, bytesOf(values.data), from * values.width, count);
  } else if (target.layout === 'bytes' && values.layout === 'bytes') {
    const start = values.offsets[from] as number;
    const end = values.offsets[to] as number;
    const moved = reserveBytes(target, count, end - start) - start;
    const { offsets, length } = target;
    target.data.set(values.data.subarray(start, end), start + moved);
    for (let i = 1; i <= count; i++) offsets[length + i] = (values.offsets[from + i] as number) + moved;
    target.length += count;
  }
}

/** Appends `count` values whose bytes, `target.width` each, start at `bytes[position]`. The caller has checked them. */
export function appendFixedBytes(target: FixedBuffer, bytes: Uint8Array, position: number, count: number): void {
  target.reserve(count);
  target.data.set(bytes.subarray(position, position + count * target.width), target.length * target.width);
  target.length += count;
}

/**
 * Makes room for `entries` values of `byteLength` bytes together, and gives the bytes in use before them.
 * @throws ParquetError LIMIT above the buffer's limit, or above what an int32 offset reaches.
 */
export function reserveBytes(target: BytesBuffer, entries: number, byteLength: number): number {
  const used = target.offsets[target.length] as number;
  if (used + byteLength > 0x7fffffff) {
    throw new ParquetError('LIMIT', `${used + byteLength} bytes of values are more than 32-bit offsets reach`);
  }
  target.reserve(entries, byteLength);
  return used;
}

/** @throws ParquetError INVALID_ARGUMENT when values of one cannot stand in the other. */
export function requireSameType(target: ColumnBuffer, values: FlatValues): void {
  const width = values.layout === 'fixed' ? values.width : 0;
  if (target.type === values.type && target.width === width) return;
  const what = describeColumnType({ type: values.type, width });
  throw new ParquetError('INVALID_ARGUMENT', `${what} values cannot go to a ${describeColumnType(target)} buffer`);
}
