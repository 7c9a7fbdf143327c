/** Computes the hash of a value, and the hashes to look up for a value: two if it is a floating-point zero. */
import { describeColumnType, ParquetError, PhysicalType, viewOf } from '@marquetry/core';
import { floatOf } from '@marquetry/logical';
import { type FilterColumn, isFloatingPoint } from './column.js';
import { xxh64 } from './xxh64.js';

/** A 64-bit hash as two 32-bit words. The words may be signed or unsigned. */
export interface ValueHash {
  readonly low: number;
  readonly high: number;
}

/** Returns the hash (XXH64 with seed 0) of a value in PLAIN encoding, without the length prefix of a BYTE_ARRAY. */
export function hashOf(value: Uint8Array): ValueHash {
  const out = new Int32Array(2);
  xxh64(viewOf(value), 0, value.length, out);
  return { low: out[0] as number, high: out[1] as number };
}

/**
 * Returns the hashes to look up for a value. If a filter contains none of them, the chunk does not contain the value. A
 * zero in a floating-point column has two hashes, of -0 and of +0; other values have one. Returns undefined if a filter
 * cannot exclude the value: for BOOLEAN, NaN, and DECIMAL in BYTE_ARRAY.
 *
 * @param value The value in PLAIN encoding, without the length prefix of a BYTE_ARRAY.
 * @throws ParquetError INVALID_ARGUMENT if `value` does not have as many bytes as the column's type requires.
 */
export function hashesOf(column: FilterColumn, value: Uint8Array): readonly ValueHash[] | undefined {
  const { type, width, annotation } = column;
  if (type === PhysicalType.BOOLEAN) return undefined;
  if (type === PhysicalType.BYTE_ARRAY) return annotation?.kind === 'DECIMAL' ? undefined : [hashOf(value)];
  if (value.length !== width) {
    const what = `a value of type ${describeColumnType(column)} must have ${width} bytes, got ${value.length}`;
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
