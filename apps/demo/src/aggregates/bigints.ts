/**
 * Aggregates integers that are stored as bytes: decimals in BYTE_ARRAY and FIXED_LEN_BYTE_ARRAY, and INT96 timestamps.
 */
import { type DirectValues, PhysicalType } from '@marquetry/core';
import { bigEndianToBigint, floorDivide, int96Nanos } from '@marquetry/logical';
import type { Figures } from '../figures.js';
import type { Aggregate } from './aggregate.js';
import { byteStrings } from './byte-strings.js';

export function bigintAggregate(): Aggregate {
  let count = 0;
  let min: bigint | undefined;
  let max: bigint | undefined;
  let sum = 0n;
  return {
    add: (values: DirectValues, counts?: Float64Array) => {
      const bytesAt = byteStrings(values);
      const read = values.type === PhysicalType.INT96 ? int96Micros : bigEndianToBigint;
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

/** Converts an INT96 to microseconds since 1970, rounded down. */
export function int96Micros(bytes: Uint8Array): bigint {
  return floorDivide(int96Nanos(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0), 1000n);
}
