/**
 * Compresses bytes to Snappy elements or LZ4 sequences. Makes the same choices as `codec-snappy` and `codec-lz4`, and
 * therefore produces the same bytes.
 */
import { copy } from './gather';
import { STATE } from './layout';

const HASH_BITS = 14;

function slotOf(word: u32, table: usize): usize {
  return table + ((<usize>((word * 0x1e35a7bd) >> (32 - HASH_BITS))) << 1);
}

/** Writes the part of a length that does not fit in an LZ4 token. */
function writeRest(rest: u32, target: usize): usize {
  for (; rest >= 255; rest -= 255) store<u8>(target++, 255);
  store<u8>(target, rest);
  return target + 1;
}

/** Writes literals in the Snappy or the LZ4 format. `matchCode` is used only for the LZ4 token. */
function writeLiterals(literal: usize, length: u32, matchCode: u32, target: usize, isLz4: bool): usize {
  if (isLz4) {
    store<u8>(target++, (min(length, 15) << 4) | min(matchCode, 15));
    if (length >= 15) target = writeRest(length - 15, target);
  } else {
    const last = length - 1;
    if (last < 60) {
      store<u8>(target++, last << 2);
    } else if (last < 256) {
      store<u16>(target, (60 << 2) | (last << 8));
      target += 2;
    } else {
      store<u32>(target, (61 << 2) | (last << 8));
      target += 3;
    }
  }
  copy(literal, target, length);
  return target + length;
}

/**
 * Compresses the fragment from `source` to `end`, and returns the end of the output. Snappy matches lie within the
 * fragment; LZ4 matches start up to 2^16 bytes before it. `literal` is the start of the literals before the first
 * match. Writes the start of the literals after the last match to `STATE`: LZ4 writes these with the next fragment,
 * unless this is the last one. `table` has 2^15 bytes, and contains the lowest 16 bits of positions, counted from
 * `origin`. Reads and writes up to 15 bytes beyond the ends of input and output.
 */
export function pack(
  source: usize,
  end: usize,
  target: usize,
  table: usize,
  literal: usize,
  origin: usize,
  isLz4: bool,
  isLast: bool,
): usize {
  const limit = end - 15;
  const matchEnd = isLast ? end - 5 : end;
  const shift: u32 = isLz4 ? 6 : 5;
  let position = source + 1;
  for (;;) {
    // For incompressible data, the search step grows by a byte every 32 or 64 misses.
    let misses: u32 = 1 << shift;
    let candidate: usize = 0;
    while (position < limit) {
      const word = load<u32>(position);
      const slot = slotOf(word, table);
      const at = position - origin;
      candidate = position - ((at - <usize>load<u16>(slot)) & 0xffff);
      store<u16>(slot, <u32>at);
      if (load<u32>(candidate) === word && candidate !== position) break;
      position += <usize>(misses++ >> shift);
    }
    const isFound = position < limit;
    const stop = isFound ? position : end;
    let length: u32 = 4;
    if (isFound) {
      let differences: u64 = 0;
      while (position + length + 8 <= matchEnd) {
        differences = load<u64>(position + length) ^ load<u64>(candidate + length);
        if (differences !== 0) break;
        length += 8;
      }
      if (differences !== 0) length += <u32>(ctz(differences) >> 3);
      else
        while (position + length < matchEnd && load<u8>(position + length) === load<u8>(candidate + length)) length++;
    }
    if (isLz4 ? isFound || isLast : literal < stop) {
      target = writeLiterals(literal, <u32>(stop - literal), length - 4, target, isLz4);
    }
    if (!isFound) break;
    const offset = <u32>(position - candidate);
    position += length;
    literal = position;
    if (isLz4) {
      store<u16>(target, offset);
      target += 2;
      if (length >= 19) target = writeRest(length - 19, target);
    } else {
      // A copy has at most 64 bytes, and the remainder must have at least 4 bytes to fit the short form.
      while (length >= 12 || offset >= 2048) {
        const part: u32 = length <= 64 ? length : length < 68 ? 60 : 64;
        store<u32>(target, ((part - 1) << 2) | 2 | (offset << 8));
        target += 3;
        length -= part;
        if (length === 0) break;
      }
      if (length > 0) {
        store<u16>(target, ((offset >> 8) << 5) | ((length - 4) << 2) | 1 | (offset << 8));
        target += 2;
      }
    }
    if (position < limit) store<u16>(slotOf(load<u32>(position - 1), table), <u32>(position - 1 - origin));
  }
  store<u32>(STATE, <u32>literal);
  return target;
}
