/**
 * The RLE / bit-packing hybrid (Encodings.md#RLE). Reads whole runs as long as they are valid and fit. Then the
 * JavaScript reader continues at the next run, whose start is in `STATE`, and throws an error if the run is invalid.
 */
import { MASKS, STATE } from './layout';
import { unpack } from './unpack';
import { varint } from './varint';

/**
 * Decodes runs of `width` bits in `[source, end)` into at most `count` values: int32 (`width` is 1 to 25), or levels of
 * one byte each (`width` is 1 to 8) if `isLevels`. Stops before a repeated value above `largest`, and before packed
 * levels above it. Writes up to 15 bytes beyond the values, and reads up to 16 bytes after `end`. Returns the number of
 * values read, and writes the position of the next run to `STATE`.
 */
export function runs(
  source: usize,
  end: usize,
  width: i32,
  target: usize,
  count: u32,
  largest: u32,
  isLevels: bool,
): u32 {
  const valueBytes = <usize>((width + 7) >> 3);
  const valueMask = <u32>(-1 >>> (32 - 8 * <i32>valueBytes));
  const shift: usize = isLevels ? 0 : 2;
  let at = source;
  let left = count;
  while (left > 0 && at < end) {
    let next = at + 1;
    let length = <u32>load<u8>(at);
    if (length >= 128) {
      const header = varint(at, end);
      next = load<usize>(STATE, 4);
      // A header has at most 32 bits in 5 bytes. The condition is also true after an invalid varint, for which `next`
      // is 0.
      if (next - at > 5 || header > 0xffffffff) break;
      length = <u32>header;
    }
    const isPacked = (length & 1) !== 0;
    length >>= 1;
    if (isPacked) {
      // The product does not wrap around: the first condition bounds `length`, because all values fit in a 32-bit
      // address space.
      if (length > left >> 3 || length * <u32>width > <u32>(end - next)) break;
      if (!isLevels) unpack(next, width, target, <i32>(length << 3));
      else if (!unpackBytes(next, width, target, <usize>length, largest)) break;
      next += length * <u32>width;
      length <<= 3;
    } else {
      if (length > left || valueBytes > end - next) break;
      const value = load<u32>(next) & valueMask;
      if (value > largest) break;
      next += valueBytes;
      const values = isLevels ? i8x16.splat(<i8>value) : i32x4.splat(value);
      const stop = target + ((<usize>length) << shift);
      for (let to = target; to < stop; to += 16) v128.store(to, values);
    }
    target += (<usize>length) << shift;
    left -= length;
    at = next;
  }
  store<usize>(STATE, at);
  return count - left;
}

/** Unpacks `groups` groups of 8 levels to bytes. Returns false if a level is above `largest`. */
function unpackBytes(source: usize, width: i32, target: usize, groups: usize, largest: u32): bool {
  if (groups === 0) return true;
  const masks = MASKS + ((<usize>width) << 6);
  const mask = v128.load(masks);
  const by = v128.load(masks, 32);
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
