/** Computes the hashes under which one value may be in a filter. */
import { describeColumnType, ParquetError, PhysicalType, viewOf } from '@marquetry/core';
import { floatOf } from '@marquetry/logical';
import { type FilterColumn, isFloatingPoint } from './column.js';
import { xxh64 } from './xxh64.js';

/** A 64-bit hash as two 32-bit words. The words may be signed or unsigned. */
export interface ValueHash {
  readonly low: number;
  readonly high: number;
}

/** Returns the hash (XXH64 with seed 0) of a value in PLAIN encoding, without the length of a byte array. */
export function hashOf(value: Uint8Array): ValueHash {
  const out = new Int32Array(2);
  xxh64(viewOf(value), 0, value.length, out);
  return { low: out[0] as number, high: out[1] as number };
}

/**
 * Returns the hashes under which a value may be in a filter: two for the zeros of floating-point columns, otherwise
 * one. If a filter contains none of them, the column does not have the value. Returns undefined if no filter can decide
 * this: for BOOLEAN, NaN, and DECIMAL in BYTE_ARRAY.
 *
 * @param value The value in PLAIN encoding, without the length of a byte array.
 * @throws ParquetError INVALID_ARGUMENT if the column's values have another width.
 */
export function hashesOf(column: FilterColumn, value: Uint8Array): readonly ValueHash[] | undefined {
  const { type, width, annotation } = column;
  if (type === PhysicalType.BOOLEAN) return undefined;
  if (type === PhysicalType.BYTE_ARRAY) return annotation?.kind === 'DECIMAL' ? undefined : [hashOf(value)];
  if (value.length !== width) {
    const what = `a value of ${describeColumnType(column)} must have ${width} bytes, got ${value.length}`;
    throw new ParquetError('INVALID_ARGUMENT', what);
  }
  if (!isFloatingPoint(column)) return [hashOf(value)];
  if (Number.isNaN(floatOf(value))) return undefined;
  return isZero(value) ? zeros(width) : [hashOf(value)];
}

function isZero(value: Uint8Array): boolean {
  return value.every((byte, i) => (i === value.length - 1 ? byte & 0x7f : byte) === 0);
}

function zeros(width: number): readonly ValueHash[] {
  const positive = new Uint8Array(width);
  const negative = new Uint8Array(width);
  negative[width - 1] = 0x80;
  return [hashOf(positive), hashOf(negative)];
}
