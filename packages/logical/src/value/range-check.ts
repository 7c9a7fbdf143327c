/**
 * Finds values that the annotation of their column does not allow: decimals with more digits than the precision, and
 * integers with more bits than the bit width.
 */
import { bytesOf, type DirectValues, type FixedValues, PhysicalType } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import { bigEndianBytes, compareBigEndian } from '../decimal/big-endian.js';

/**
 * Returns the index of the first value that is out of range, or -1 if all values are in range. The values must have the
 * column's type.
 */
export type RangeCheck = (values: DirectValues) => number;

/** Returns the range check for a column; undefined if the annotation allows every value of the physical type. */
export function rangeCheckOf({ type, width, annotation }: LeafNode): RangeCheck | undefined {
  if (annotation?.kind === 'DECIMAL' && annotation.precision > 0 && annotation.precision < mostDigits) {
    const most = 10n ** BigInt(annotation.precision) - 1n;
    if (type === PhysicalType.INT32) return most >= 2n ** 31n ? undefined : within32(-Number(most), Number(most));
    if (type === PhysicalType.INT64) return most >= 2n ** 63n ? undefined : within64(most);
    const bits = type === PhysicalType.FIXED_LEN_BYTE_ARRAY && width < mostDigits ? 8n * BigInt(width) - 1n : undefined;
    // Values of this width never have more digits than the precision allows.
    if (bits !== undefined && 2n ** bits - 1n <= most) return undefined;
    return withinBytes(bigEndianBytes(-most), bigEndianBytes(most));
  }
  if (annotation?.kind === 'INTEGER' && annotation.bitWidth < 32 && type === PhysicalType.INT32) {
    const { bitWidth, isSigned } = annotation;
    return isSigned ? within32(-(2 ** (bitWidth - 1)), 2 ** (bitWidth - 1) - 1) : within32(0, 2 ** bitWidth - 1);
  }
  return undefined;
}

/**
 * Columns with this precision or more are not checked: the precision in a hostile file may be huge, and computing
 * `10 ** precision` would then take much memory and time.
 */
const mostDigits = 1e5;

function within32(least: number, most: number): RangeCheck {
  return (values) => {
    const data = (values as FixedValues).data as Int32Array;
    for (let i = 0; i < values.length; i++) {
      const value = data[i] as number;
      if (value < least || value > most) return i;
    }
    return -1;
  };
}

/** Checks 64-bit integers as two words each, because a BigInt per value would be slow. */
function within64(most: bigint): RangeCheck {
  const [mostHigh, mostLow] = [Number(most >> 32n), Number(most & 0xffffffffn)];
  const [leastHigh, leastLow] = [Number(-most >> 32n), Number(-most & 0xffffffffn)];
  return (values) => {
    const { data } = values as FixedValues;
    const words = new Int32Array(data.buffer, data.byteOffset, data.byteLength >> 2);
    for (let i = 0; i < values.length; i++) {
      const high = words[2 * i + 1] as number;
      // Nearly all values are far from both limits, so comparing the high word is enough.
      if (high < mostHigh && high > leastHigh) continue;
      const low = (words[2 * i] as number) >>> 0;
      if (high > mostHigh || (high === mostHigh && low > mostLow)) return i;
      if (high < leastHigh || (high === leastHigh && low < leastLow)) return i;
    }
    return -1;
  };
}

function withinBytes(least: Uint8Array, most: Uint8Array): RangeCheck {
  return (values) => {
    if (values.layout === 'bits') return -1;
    const data = bytesOf(values.data);
    for (let i = 0; i < values.length; i++) {
      const start = values.layout === 'bytes' ? (values.offsets[i] as number) : i * values.width;
      const end = values.layout === 'bytes' ? (values.offsets[i + 1] as number) : start + values.width;
      // A value with fewer bytes than the limit is always in range.
      if (start < end && end - start < most.length) continue;
      const value = data.subarray(start, end);
      if (value.length === 0 || compareBigEndian(value, least) < 0 || compareBigEndian(value, most) > 0) return i;
    }
    return -1;
  };
}
