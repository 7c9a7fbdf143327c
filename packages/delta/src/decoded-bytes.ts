/**
 * The bound on what a few bytes may ask for: a miniblock of width 0 holds any number of values.
 */
import { type Limits, ParquetError } from '@marquetry/core';

/** @throws ParquetError LIMIT when an array of `byteLength` bytes is more than decoded values may take. */
export function requireBytes(byteLength: number, limits: Limits): void {
  if (byteLength > limits.decodedBytes) {
    throw new ParquetError(
      'LIMIT',
      `${byteLength} bytes of decoded values are above the limit decodedBytes = ${limits.decodedBytes}`,
    );
  }
}
