/**
 * Values that their annotation has no room for: decimals beyond their precision, integers beyond their bits.
 */
import { bytesOf, type FixedValues, type FlatValues, PhysicalType } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import { compareBigEndian } from '../statistics/byte-strings.js';

/** Gives the first value out of range, or -1. */
export type RangeCheck = (values: FlatValues) => number;

/** The check that a column's annotation asks for; undefined where any value will do. */
export function rangeCheckOf({ type, width, annotation }: LeafNode): RangeCheck | undefined {
  if (annotation?.kind === 'DECIMAL' && annotation.precision > 0) {
    const most = 10n ** BigInt(annotation.precision) - 1n;
    if (type === PhysicalType.INT32) return most >= 2n ** 31n ? undefined : within32(-Number(most), Number(most));
    if (type === PhysicalType.INT64) return most >= 2n ** 63n ? undefined : within64(most);
    const bits = type === PhysicalType.FIXED_LEN_BYTE_ARRAY ? 8n * BigInt(width) - 1n : undefined;
    // Bytes of that length hold no more.
    if (bits !== undefined && 2n ** bits - 1n <= most) return undefined;
    return withinBytes(bigEndian(-most), bigEndian(most));
  }
  if (annotation?.kind === 'INTEGER' && annotation.bitWidth < 32 && type === PhysicalType.INT32) {
    const { bitWidth, isSigned } = annotation;
    return isSigned ? within32(-(2 ** (bitWidth - 1)), 2 ** (bitWidth - 1) - 1) : within32(0, 2 ** bitWidth - 1);
  }
  return undefined;
}

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

/** Words compared as in statistics: the magnitude would need BigInts. */
function within64(most: bigint): RangeCheck {
  const [mostHigh, mostLow] = [Number(most >> 32n), Number(most & 0xffffffffn)];
  const [leastHigh, leastLow] = [Number(-most >> 32n), Number(-most & 0xffffffffn)];
  return (values) => {
    const { data } = values as FixedValues;
    const words = new Int32Array(data.buffer, data.byteOffset, data.byteLength >> 2);
    for (let i = 0; i < values.length; i++) {
      const high = words[2 * i + 1] as number;
      // Nearly all values are far from the bounds.
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
      // A byte less than the bound has always room enough.
      if (start < end && end - start < most.length) continue;
      const value = data.subarray(start, end);
      if (value.length === 0 || compareBigEndian(value, least) < 0 || compareBigEndian(value, most) > 0) return i;
    }
    return -1;
  };
}

/** Two's complement in as few bytes as hold it. */
function bigEndian(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  do {
    bytes.unshift(Number(rest & 0xffn));
    rest >>= 8n;
  } while (!((rest === 0n && (bytes[0] as number) < 0x80) || (rest === -1n && (bytes[0] as number) >= 0x80)));
  return Uint8Array.from(bytes);
}
