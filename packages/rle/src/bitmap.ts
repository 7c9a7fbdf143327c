/**
 * Runs of width 1 to a bitmap: packed groups are bitmap bytes already.
 */
import { copyBits, countBits, fillBits } from '@marquetry/bit-io';
import { beginRun, type RunReader } from './runs.js';

/**
 * Writes the next `count` values of a reader of width 1 to `bits`, from bit `from`; the bits of the range must be 0.
 * Gives how many are 1.
 * @throws ParquetError TRUNCATED or CORRUPT when there are fewer; some bits are written then.
 */
export function runsToBitmap(reader: RunReader, bits: Uint8Array, from: number, count: number): number {
  const { bytes } = reader;
  const end = from + count;
  let ones = 0;
  let i = from;
  while (i < end) {
    if (reader.left === 0) {
      beginRun(reader);
      continue;
    }
    const n = Math.min(end - i, reader.left);
    if (reader.packedAt >= 0) {
      copyBits(bytes, 8 * reader.packedAt + reader.taken, bits, i, n);
      ones += countBits(bits, i, i + n);
      reader.taken += n;
    } else if (reader.value === 1) {
      fillBits(bits, i, n);
      ones += n;
    }
    reader.left -= n;
    i += n;
  }
  return ones;
}
