/** Bounds the memory that a few bytes can ask for: a miniblock of width 0 may hold any number of values. */
import { type Limits, limitError } from '@marquetry/core';

/** @throws ParquetError LIMIT if an array of `byteLength` bytes exceeds `limits.decodedBytes`. */
export function requireBytes(byteLength: number, limits: Limits): void {
  if (byteLength > limits.decodedBytes) {
    throw limitError('decodedBytes', limits, `an array of ${byteLength} bytes of decoded values`);
  }
}
