/** Finds the values in a PLAIN BYTE_ARRAY page, for query engines that process the bytes of pages directly. */
import { ParquetError, viewOf } from '@marquetry/core';
import { scanLengths } from './lengths.js';

/**
 * Returns the positions of `count` PLAIN BYTE_ARRAY values, without copying the values. The length of the first value
 * is at `bytes[0]`. The result has `count + 1` numbers: value `i` is `bytes.subarray(starts[i], starts[i + 1] - 4)`,
 * because the length of the next value (4 bytes) is between the two values.
 * @throws ParquetError TRUNCATED if the bytes end before the values do; INVALID_ARGUMENT for an invalid count; LIMIT if
 * `bytes` is too large for int32 positions.
 */
export function valueStarts(bytes: Uint8Array, count: number): Int32Array {
  if (!(Number.isInteger(count) && count >= 0)) {
    throw new ParquetError('INVALID_ARGUMENT', `\`count\` must be a non-negative integer, got ${count}`);
  }
  if (bytes.length < 4 * count) {
    throw new ParquetError('TRUNCATED', `${count} BYTE_ARRAY lengths do not fit in ${bytes.length} bytes`, {
      offset: bytes.length,
    });
  }
  if (bytes.length > 2 ** 31 - 5)
    throw new ParquetError('LIMIT', `the page of ${bytes.length} bytes is too large for int32 positions`);
  const starts = new Int32Array(count + 1);
  starts[0] = 4;
  // The gap of 4 bytes is the length before each value, so every "end" is the start of the next value.
  scanLengths(viewOf(bytes), 0, count, starts, 0, 4);
  return starts;
}
