/**
 * DELTA_BINARY_PACKED (Encodings.md#DELTAENC): unpacks deltas to the position of the values, or to scratch memory, and sums them
 * in a second pass, while they are in the cache.
 */
import { STATE } from './layout';
import { unpack } from './unpack';

/** Replaces `count` (rounded up to 4) packed deltas at `target` by values. Returns the last value. */
function sum32(target: usize, count: i32, least: i32, previous: i32): i32 {
  const zero = i32x4.splat(0);
  const step = i32x4.splat(least);
  let before = i32x4.splat(previous);
  const end = target + ((<usize>count) << 2);
  let to = target;
  do {
    let values = i32x4.add(v128.load(to), step);
    values = i32x4.add(values, v128.shuffle<i32>(zero, values, 3, 4, 5, 6));
    values = i32x4.add(values, v128.shuffle<i32>(zero, values, 2, 3, 4, 5));
    values = i32x4.add(values, before);
    v128.store(to, values);
    before = v128.shuffle<i32>(values, values, 3, 3, 3, 3);
    to += 16;
  } while (to < end);
  return load<i32>(end - 4);
}

/**
 * Sums `count` (rounded up to 4) deltas of 32 bits at `scratch`; writes the values to `target`. Returns the last
 * value.
 */
function sum64(scratch: usize, target: usize, count: i32, least: i64, previous: i64): i64 {
  const zero = i64x2.splat(0);
  const step = i64x2.splat(least);
  let before = i64x2.splat(previous);
  const end = target + ((<usize>count) << 3);
  let to = target;
  do {
    const deltas = v128.load(scratch);
    let low = i64x2.add(i64x2.extend_low_i32x4_u(deltas), step);
    let high = i64x2.add(i64x2.extend_high_i32x4_u(deltas), step);
    low = i64x2.add(low, v128.shuffle<i64>(zero, low, 1, 2));
    high = i64x2.add(high, v128.shuffle<i64>(zero, high, 1, 2));
    low = i64x2.add(low, before);
    high = i64x2.add(high, v128.shuffle<i64>(low, low, 1, 1));
    v128.store(to, low);
    v128.store(to, high, 16);
    before = v128.shuffle<i64>(high, high, 1, 1);
    scratch += 16;
    to += 32;
  } while (to < end);
  return load<i64>(end - 8);
}

/** Sums deltas of more than 31 bits to values at `target`, of 64 or 32 bits. Returns the last value. */
function sumWide(source: usize, width: i32, target: usize, count: i32, least: i64, previous: i64, is64: bool): i64 {
  const keep = width === 0 ? 0 : <u64>-1 >> <u64>(64 - width);
  let bit: usize = 0;
  let value = previous;
  if (width === 64 && is64) {
    for (const end = target + ((<usize>count) << 3); target < end; target += 8) {
      value += least + load<i64>(source);
      store<i64>(target, value);
      source += 8;
    }
    return value;
  }
  for (let i = 0; i < count; i++) {
    const at = source + (bit >> 3);
    const shift = <u64>(bit & 7);
    let delta = load<u64>(at) >> shift;
    // The bits of the ninth byte, moved to the top. There are two shifts, because `<< 64` shifts by 0.
    if (width > 57) delta |= ((<u64>load<u8>(at, 8)) << 1) << (63 - shift);
    value += least + <i64>(delta & keep);
    if (is64) store<i64>(target, value);
    else store<i32>(target, <i32>value);
    target += is64 ? 8 : 4;
    bit += <usize>width;
  }
  return value;
}

/**
 * Reads whole blocks in `[source, end)` to at most `count` values, and stops at an invalid block. `scratch` has room
 * for a miniblock's words; it is 0 for INT32. The previous value is read from `STATE + 8`, and the last one written
 * there; the next block's position is written to `STATE`. Returns how many values it read.
 */
export function blocks(
  source: usize,
  end: usize,
  miniblocks: u32,
  size: u32,
  target: usize,
  count: u32,
  scratch: usize,
): u32 {
  const blockSize = miniblocks * size;
  const bytesPerBit = size >> 3;
  let previous = load<i64>(STATE, 8);
  let at = source;
  let left = count;
  while (left >= blockSize) {
    let next = at;
    let zigzag: u64 = 0;
    let shift: u64 = 0;
    let byte: u64 = 128;
    while (next < end && shift < 64) {
      byte = <u64>load<u8>(next++);
      zigzag |= (byte & 127) << shift;
      shift += 7;
      if (byte < 128) break;
    }
    // Stop if a tenth byte continues the varint or has more than one bit, or if there is no room for the widths.
    if (byte >= 128 || (shift === 70 && byte > 1) || <usize>miniblocks > end - next) break;
    const least = <i64>(zigzag >> 1) ^ -(<i64>(zigzag & 1));
    let body = next + miniblocks;
    let total: u32 = 0;
    let widest: u32 = 0;
    let widths = next;
    do {
      const width = <u32>load<u8>(widths++);
      total += width;
      widest = max(widest, width);
    } while (widths < body);
    if (widest > 64 || <u64>total * bytesPerBit > <u64>(end - body)) break;
    const isWide = widest > 31;
    const values = isWide || scratch === 0 ? target : scratch;
    let to = values;
    const widthsEnd = body;
    do {
      // Consecutive miniblocks of one width are read as one.
      const width = <i32>load<u8>(next);
      let deltas: u32 = 0;
      do {
        deltas += size;
        next++;
      } while (next < widthsEnd && <i32>load<u8>(next) === width);
      if (!isWide) {
        unpack(body, width, to, <i32>deltas);
        to += (<usize>deltas) << 2;
      } else {
        previous = sumWide(body, width, to, <i32>deltas, least, previous, scratch !== 0);
        to += (<usize>deltas) << (scratch !== 0 ? 3 : 2);
      }
      body += <usize>(<u32>width * (deltas >> 3));
    } while (next < widthsEnd);
    if (!isWide) {
      if (scratch === 0) previous = sum32(target, <i32>blockSize, <i32>least, <i32>previous);
      else previous = sum64(scratch, target, <i32>blockSize, least, previous);
    }
    target += (<usize>blockSize) << (scratch !== 0 ? 3 : 2);
    left -= blockSize;
    at = body;
  }
  store<i64>(STATE, previous, 8);
  store<usize>(STATE, at);
  return count - left;
}
