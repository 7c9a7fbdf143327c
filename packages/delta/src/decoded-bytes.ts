/**
 * The bound on what a few bytes may ask for: a miniblock of width 0 holds any number of values.
 */
import { type Limits, limitError } from '@marquetry/core';

/** @throws ParquetError LIMIT when an array of `byteLength` bytes is more than decoded values may take. */
export function requireBytes(byteLength: number, limits: Limits): void {
  if (byteLength > limits.decodedBytes) {
    throw limitError('decodedBytes', limits, `an array of ${byteLength} bytes of decoded values`);
  }
}
