/**
 * Integers that are bytes: decimals in BYTE_ARRAY and FIXED_LEN_BYTE_ARRAY, and INT96 timestamps.
 */
import { type FlatValues, PhysicalType } from '@marquetry/core';
import type { Figures } from '../figures.js';
import type { Aggregate } from './aggregate.js';
import { byteStrings } from './byte-strings.js';

export function bigintAggregate(): Aggregate {
  let count = 0;
  let min: bigint | undefined;
  let max: bigint | undefined;
  let sum = 0n;
  return {
    add: (values: FlatValues, counts?: Float64Array) => {
      const bytesAt = byteStrings(values);
      const read = values.type === PhysicalType.INT96 ? int96Micros : bigEndian;
      for (let i = 0; i < values.length; i++) {
        const times = counts === undefined ? 1 : (counts[i] as number);
        if (times === 0) continue;
        const value = read(bytesAt(i));
        if (min === undefined || value < min) min = value;
        if (max === undefined || value > max) max = value;
        sum += times === 1 ? value : value * BigInt(times);
        count += times;
      }
    },
    finish: (): Figures => (count === 0 ? {} : { min: `${min}`, max: `${max}`, sum: `${sum}` }),
  };
}

/** Big-endian two's complement of any length; no bytes are 0 (LogicalTypes.md#decimal). */
export function bigEndian(bytes: Uint8Array): bigint {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return BigInt.asIntN(8 * bytes.length, value);
}

const julianDayOf1970 = 2440588n;
const microsOfDay = 86_400_000_000n;

/** Microseconds since 1970 of an INT96: i64 LE nanoseconds of the day, i32 LE Julian day. */
export function int96Micros(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, 12);
  const days = BigInt(view.getInt32(8, true)) - julianDayOf1970;
  return days * microsOfDay + view.getBigInt64(0, true) / 1000n;
}
