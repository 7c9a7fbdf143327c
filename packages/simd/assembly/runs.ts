/**
 * The RLE / bit-packing hybrid (Encodings.md#RLE). Reads whole runs while they are valid and fit. The JavaScript reader continues
 * at the next run, whose start is in the state, and throws its errors.
 */
import { MASKS, STATE } from './layout';
import { unpack } from './unpack';

/**
 * Reads the varint at `at`, with `end` after all bytes. Returns the value, and writes the position after it to the
 * state; 0 there means an error.
 */
function header(at: usize, end: usize): u32 {
  let value: u32 = 0;
  let shift: u32 = 0;
  do {
    if (at >= end) break;
    const byte = <u32>load<u8>(at++);
    // The fifth byte of a varint has room for only 4 bits.
    if (shift === 28 && byte > 15) break;
    value |= (byte & 127) << shift;
    if (byte < 128) {
      store<usize>(STATE, at, 4);
      return value;
    }
    shift += 7;
  } while (shift < 35);
  store<usize>(STATE, 0, 4);
  return 0;
}

/**
 * Reads runs of `width` (1 to 25) bits in `[source, end)` to at most `count` int32 values. Writes up to 3 values
 * beyond them, and reads up to 16 bytes after `end`. Returns how many values it read; the state receives the next
 * run's position.
 */
export function runs(source: usize, end: usize, width: i32, target: usize, count: u32): u32 {
  const valueBytes = <usize>((width + 7) >> 3);
  const valueMask = <u32>(-1 >>> (32 - 8 * <i32>valueBytes));
  let at = source;
  let left = count;
  while (left > 0 && at < end) {
    let next = at + 1;
    let length = <u32>load<u8>(at);
    if (length >= 128) {
      length = header(at, end);
      next = load<usize>(STATE, 4);
      if (next === 0) break;
    }
    const isPacked = (length & 1) !== 0;
    length >>= 1;
    if (isPacked) {
      // No product wraps: a group is at least one byte, and `end` is within 32 bits.
      if (length > left >> 3 || length * <u32>width > <u32>(end - next)) break;
      unpack(next, width, target, <i32>(length << 3));
      next += length * <u32>width;
      length <<= 3;
    } else {
      if (length > left || valueBytes > end - next) break;
      const value = load<u32>(next) & valueMask;
      if (value >> width !== 0) break;
      next += valueBytes;
      const values = i32x4.splat(value);
      const stop = target + ((<usize>length) << 2);
      for (let to = target; to < stop; to += 16) v128.store(to, values);
    }
    target += (<usize>length) << 2;
    left -= length;
    at = next;
  }
  store<usize>(STATE, at);
  return count - left;
}

/**
 * Reads runs of levels of `width` (1 to 8) bits like {@link runs}, to one byte each. Writes up to 15 bytes beyond them.
 * Also stops at a run with a level above `largest`.
 */
export function levels(source: usize, end: usize, width: i32, target: usize, count: u32, largest: u32): u32 {
  let at = source;
  let left = count;
  while (left > 0 && at < end) {
    let next = at + 1;
    let length = <u32>load<u8>(at);
    if (length >= 128) {
      length = header(at, end);
      next = load<usize>(STATE, 4);
      if (next === 0) break;
    }
    const isPacked = (length & 1) !== 0;
    length >>= 1;
    if (isPacked) {
      if (length > left >> 3 || length * <u32>width > <u32>(end - next)) break;
      if (!unpackBytes(next, width, target, <usize>length, largest)) break;
      next += length * <u32>width;
      length <<= 3;
    } else {
      if (length > left || next >= end) break;
      const level = <u32>load<u8>(next);
      if (level > largest) break;
      next++;
      const values = i8x16.splat(<i8>level);
      const stop = target + <usize>length;
      for (let to = target; to < stop; to += 16) v128.store(to, values);
    }
    target += <usize>length;
    left -= length;
    at = next;
  }
  store<usize>(STATE, at);
  return count - left;
}

/** Unpacks `groups` groups of 8 levels to bytes; returns false if one is above `largest`. */
function unpackBytes(source: usize, width: i32, target: usize, groups: usize, largest: u32): bool {
  if (groups === 0) return true;
  const masks = MASKS + ((<usize>width) << 6);
  const mask = v128.load(masks);
  const by = v128.load(masks, 16);
  const ones = (1 << width) - 1;
  const keep = i16x8.splat(<i16>ones);
  const end = target + (groups << 3);
  let most = i16x8.splat(0);
  do {
    const values = v128.and(i16x8.shr_u(i16x8.mul(i8x16.swizzle(v128.load(source), mask), by), 7), keep);
    most = i16x8.max_u(most, values);
    v128.store64_lane(target, i8x16.narrow_i16x8_u(values, values), 0);
    source += <usize>width;
    target += 8;
  } while (target < end);
  return !v128.any_true(i16x8.gt_u(most, i16x8.splat(<i16>largest)));
}
