/** Appends values, other than dictionary indices, to a column buffer by copying memory. */
import {
  bytesOf,
  type ColumnBuffer,
  type DirectValues,
  describeColumnType,
  type FixedBuffer,
  ParquetError,
} from '@marquetry/core';
import { copyBits } from './bitmap.js';

/**
 * Appends `values[from, to)`, a range that the caller has checked.
 * @throws ParquetError INVALID_ARGUMENT if the type or width of the buffer differs from that of the values; LIMIT if
 * the buffer would exceed `limits.decodedBytes`.
 */
export function appendValues(target: ColumnBuffer, values: DirectValues, from: number, to: number): void {
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
    target.reserve(count, end - start);
    const { offsets, data, length } = target;
    const used = offsets[length] as number;
    data.set(values.data.subarray(start, end), used);
    const moved = used - start;
    for (let i = 1; i <= count; i++) offsets[length + i] = (values.offsets[from + i] as number) + moved;
    target.length += count;
  }
}

/**
 * Appends `count` values of `target.width` bytes each, which start at `bytes[position]`. The caller has checked the
 * range.
 */
export function appendFixedBytes(target: FixedBuffer, bytes: Uint8Array, position: number, count: number): void {
  target.reserve(count);
  target.data.set(bytes.subarray(position, position + count * target.width), target.length * target.width);
  target.length += count;
}

/**
 * Checks that a buffer can store the values.
 * @throws ParquetError INVALID_ARGUMENT if buffer and values differ in type or width.
 */
export function requireSameType(target: ColumnBuffer, values: DirectValues): void {
  const width = values.layout === 'fixed' ? values.width : 0;
  if (target.type === values.type && target.width === width) return;
  const what = describeColumnType({ type: values.type, width });
  throw new ParquetError(
    'INVALID_ARGUMENT',
    `cannot append ${what} values to a buffer of ${describeColumnType(target)}`,
  );
}
