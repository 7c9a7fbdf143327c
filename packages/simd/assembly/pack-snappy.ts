/**
 * Bytes to Snappy elements: makes the choices of `codec-snappy`, and so the same bytes.
 */
import { copy } from './gather';

const HASH_BITS = 14;

function slotOf(word: u32, table: usize): usize {
  return table + ((<usize>((word * 0x1e35a7bd) >> (32 - HASH_BITS))) << 1);
}

/**
 * Packs the fragment `source` to `end`, at most 2^16 bytes; returns the end of its elements. `table` is 2^15 bytes to work in.
 * Reads and writes up to 15 bytes behind both ends.
 */
export function packSnappy(source: usize, end: usize, target: usize, table: usize): usize {
  memory.fill(table, 0, 2 << HASH_BITS);
  const limit = end - 15;
  const start = source;
  let literal = start;
  let position = start + 1;
  let stop: usize;
  do {
    // Incompressible data: every 32 misses the step grows by a byte.
    let misses = 32;
    let candidate: usize = 0;
    while (position < limit) {
      const word = load<u32>(position);
      const slot = slotOf(word, table);
      candidate = start + <usize>load<u16>(slot);
      store<u16>(slot, <u32>(position - start));
      if (load<u32>(candidate) === word) break;
      position += <usize>(misses++ >> 5);
    }
    stop = position < limit ? position : end;
    if (literal < stop) {
      const length = stop - literal;
      const last = <u32>length - 1;
      if (last < 60) {
        store<u8>(target++, last << 2);
      } else if (last < 256) {
        store<u16>(target, (60 << 2) | (last << 8));
        target += 2;
      } else {
        store<u32>(target, (61 << 2) | (last << 8));
        target += 3;
      }
      copy(literal, target, <u32>length);
      target += length;
    }
    if (stop >= end) break;
    const offset = <u32>(position - candidate);
    let length: u32 = 4;
    let differences: u64 = 0;
    while (position + length + 8 <= end) {
      differences = load<u64>(position + length) ^ load<u64>(candidate + length);
      if (differences !== 0) break;
      length += 8;
    }
    if (differences !== 0) length += <u32>(ctz(differences) >> 3);
    else while (position + length < end && load<u8>(position + length) === load<u8>(candidate + length)) length++;
    position += length;
    literal = position;
    while (length >= 68) {
      store<u32>(target, 0xfe | (offset << 8));
      target += 3;
      length -= 64;
    }
    if (length > 64) {
      store<u32>(target, 0xee | (offset << 8));
      target += 3;
      length -= 60;
    }
    if (length >= 12 || offset >= 2048) {
      store<u32>(target, ((length - 1) << 2) | 2 | (offset << 8));
      target += 3;
    } else {
      store<u16>(target, ((offset >> 8) << 5) | ((length - 4) << 2) | 1 | (offset << 8));
      target += 2;
    }
    if (position < limit) store<u16>(slotOf(load<u32>(position - 1), table), <u32>(position - 1 - start));
  } while (stop < end);
  return target;
}
