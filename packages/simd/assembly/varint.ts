/** Varints, as in the headers of runs and of delta blocks. */
import { STATE } from './layout';

/**
 * Reads a varint of at most 64 bits at `at`; the bytes end at `end`. Returns the value. Writes the position after it to
 * `STATE + 4`, or 0 if the varint is truncated or too long.
 */
export function varint(at: usize, end: usize): u64 {
  let value: u64 = 0;
  let shift: u64 = 0;
  store<usize>(STATE, 0, 4);
  while (at < end && shift < 70) {
    const byte = <u64>load<u8>(at++);
    value |= (byte & 127) << shift;
    if (byte < 128) {
      // A tenth byte may have only one bit of the value.
      if (shift < 63 || byte <= 1) store<usize>(STATE, at, 4);
      break;
    }
    shift += 7;
  }
  return value;
}
