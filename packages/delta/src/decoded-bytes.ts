/**
 * Limits the memory of decoded values. This is necessary because a miniblock of width 0 can describe any number of
 * values in a few bytes.
 */
import { type Limits, limitError } from '@marquetry/core';

/**
 * Checks the size of an array of decoded values.
 * @throws ParquetError LIMIT if `byteLength` exceeds `limits.decodedBytes`.
 */
export function requireBytes(byteLength: number, limits: Limits): void {
  if (byteLength > limits.decodedBytes) {
    throw limitError('decodedBytes', limits, `an array of ${byteLength} bytes of decoded values`);
  }
}
