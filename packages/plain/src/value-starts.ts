/**
 * Where the values of a PLAIN BYTE_ARRAY page lie, for engines that work on the page itself.
 */
import { ParquetError } from '@marquetry/core';
import { scanLengths, viewOf } from './lengths.js';

/**
 * The positions of `count` PLAIN BYTE_ARRAY values that start at `bytes[0]`, without copying a byte: `count + 1`
 * numbers, and value `i` is `bytes.subarray(starts[i], starts[i + 1] - 4)`, for the next value's length lies between.
 * @throws ParquetError TRUNCATED when the values are not all there; INVALID_ARGUMENT for no count; LIMIT above int32.
 */
export function valueStarts(bytes: Uint8Array, count: number): Int32Array {
  if (!(Number.isInteger(count) && count >= 0)) {
    throw new ParquetError('INVALID_ARGUMENT', `${count} is no number of values`);
  }
  if (bytes.length < 4 * count) {
    throw new ParquetError('TRUNCATED', `${count} BYTE_ARRAY lengths do not fit in ${bytes.length} bytes`, {
      offset: bytes.length,
    });
  }
  if (bytes.length > 2 ** 31 - 5) throw new ParquetError('LIMIT', `positions in ${bytes.length} bytes are no int32`);
  const starts = new Int32Array(count + 1);
  starts[0] = 4;
  // What the ends of values are to an array without gaps, starts are to the page: 4 bytes more for each value.
  scanLengths(viewOf(bytes), 0, count, starts, 0, 4);
  return starts;
}
