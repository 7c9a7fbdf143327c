/**
 * DELTA_BINARY_PACKED (Encodings.md#DELTAENC). Reading unpacks deltas to the memory of the values, or to scratch
 * memory, and sums them in a second pass while they are in the cache. Writing stores the deltas of a block in scratch
 * memory, and packs them when the smallest delta is known.
 */
import { STATE } from './layout';
import { unpack } from './unpack';
import { varint } from './varint';

/**
 * Replaces `count` (a multiple of 8) unpacked deltas at `target` with int32 values. `before` has the previous value in
 * all lanes. Returns the last value in all lanes.
 */
function sum32(target: usize, count: u32, least: i64, before: v128): v128 {
  const zero = i32x4.splat(0);
  const step = i32x4.splat(<i32>least);
  const end = target + ((<usize>count) << 2);
  do {
    let low = i32x4.add(v128.load(target), step);
    let high = i32x4.add(v128.load(target, 16), step);
    low = i32x4.add(low, v128.shuffle<i32>(zero, low, 3, 4, 5, 6));
    low = i32x4.add(low, v128.shuffle<i32>(zero, low, 2, 3, 4, 5));
    high = i32x4.add(high, v128.shuffle<i32>(zero, high, 3, 4, 5, 6));
    high = i32x4.add(high, v128.shuffle<i32>(zero, high, 2, 3, 4, 5));
    // The next iteration waits only for the last of these values, which takes one more addition.
    high = i32x4.add(i32x4.add(high, v128.shuffle<i32>(low, low, 3, 3, 3, 3)), before);
    v128.store(target, i32x4.add(low, before));
    v128.store(target, high, 16);
    before = v128.shuffle<i32>(high, high, 3, 3, 3, 3);
    target += 32;
  } while (target < end);
  return before;
}

/** Like {@link sum32}, but writes int64 values to `target`. The deltas are at `scratch`, 32 bits each. */
function sum64(scratch: usize, target: usize, count: u32, least: i64, before: v128): v128 {
  const zero = i64x2.splat(0);
  const step = i64x2.splat(least);
  const end = target + ((<usize>count) << 3);
  do {
    const deltas = v128.load(scratch);
    let low = i64x2.add(i64x2.extend_low_i32x4_u(deltas), step);
    let high = i64x2.add(i64x2.extend_high_i32x4_u(deltas), step);
    low = i64x2.add(low, v128.shuffle<i64>(zero, low, 1, 2));
    high = i64x2.add(high, v128.shuffle<i64>(zero, high, 1, 2));
    low = i64x2.add(low, before);
    high = i64x2.add(high, v128.shuffle<i64>(low, low, 1, 1));
    v128.store(target, low);
    v128.store(target, high, 16);
    before = v128.shuffle<i64>(high, high, 1, 1);
    scratch += 16;
    target += 32;
  } while (target < end);
  return before;
}

/** Sums deltas of more than 31 bits into values of 64 or 32 bits at `target`. Returns the last value in all lanes. */
function sumWide(source: usize, width: i32, target: usize, count: i32, least: i64, before: v128, is64: bool): v128 {
  const keep = <u64>-1 >> <u64>(64 - width);
  let bit: usize = 0;
  let value = i64x2.extract_lane(before, 0);
  if (width === 64 && is64) {
    for (const end = target + ((<usize>count) << 3); target < end; target += 8) {
      value += least + load<i64>(source);
      store<i64>(target, value);
      source += 8;
    }
    count = 0;
  }
  for (let i = 0; i < count; i++) {
    const at = source + (bit >> 3);
    const shift = <u64>(bit & 7);
    let delta = load<u64>(at) >> shift;
    // Add the bits of the ninth byte at the top. Two shifts are needed, because `<< 64` shifts by 0.
    if (width > 57) delta |= ((<u64>load<u8>(at, 8)) << 1) << (63 - shift);
    value += least + <i64>(delta & keep);
    if (is64) store<i64>(target, value);
    else store<i32>(target, <i32>value);
    target += is64 ? 8 : 4;
    bit += <usize>width;
  }
  return is64 ? i64x2.splat(value) : i32x4.splat(<i32>value);
}

/**
 * Decodes whole blocks in `[source, end)` into at most `count` values, and stops before an invalid block. `scratch`
 * must have room for a block's deltas of 32 bits each; it is 0 for INT32. Reads the previous value from `STATE + 8`,
 * and writes the last value there. Writes the position of the next block to `STATE`. Returns the number of values read.
 * May overwrite the memory of all `count` values.
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
  const is64 = scratch !== 0;
  let before = is64 ? v128.load64_splat(STATE, 8) : v128.load32_splat(STATE, 8);
  let left = count;
  store<usize>(STATE, source);
  while (left >= blockSize) {
    const zigzag = varint(source, end);
    source = load<usize>(STATE, 4);
    // The widths must be within the input.
    if (source === 0 || <usize>miniblocks > end - source) break;
    const least = <i64>(zigzag >> 1) ^ -(<i64>(zigzag & 1));
    let widths = source;
    source += miniblocks;
    const widthsEnd = source;
    do {
      // Consecutive miniblocks of the same width are read together.
      const width = <i32>load<u8>(widths);
      let deltas: u32 = 0;
      do {
        deltas += size;
        widths++;
      } while (widths < widthsEnd && <i32>load<u8>(widths) === width);
      const bytes = <usize>(<u32>width * (deltas >> 3));
      if (width > 64 || bytes > end - source) return count - left;
      if (width > 31) before = sumWide(source, width, target, <i32>deltas, least, before, is64);
      else {
        unpack(source, width, is64 ? scratch : target, <i32>deltas);
        before = is64 ? sum64(scratch, target, deltas, least, before) : sum32(target, deltas, least, before);
      }
      target += (<usize>deltas) << (is64 ? 3 : 2);
      source += bytes;
    } while (widths < widthsEnd);
    left -= blockSize;
    v128.store64_lane(STATE, before, 0, 8);
    store<usize>(STATE, source);
  }
  return count - left;
}

/**
 * Writes whole blocks of the values that end at `end`, which are int64 if `is64`, otherwise int32. `source` is the
 * address of the value before the first one. `scratch` must have room for a block: 8 bytes per delta and 8 per
 * miniblock. Returns the end of the blocks. Writes up to 8 bytes beyond it.
 */
export function packBlocks(
  source: usize,
  end: usize,
  is64: bool,
  miniblocks: usize,
  size: usize,
  target: usize,
  scratch: usize,
): usize {
  const miniblockBytes = size << 3;
  const scratchEnd = scratch + miniblocks * miniblockBytes;
  // After the last block, `source` is the address of the last value.
  while (source < end - 8) {
    let least = i64.MAX_VALUE;
    let at = scratch;
    // The largest delta of each miniblock is stored after all deltas.
    let mosts = scratchEnd;
    do {
      const stop = at + miniblockBytes;
      let most = i64.MIN_VALUE;
      if (is64) {
        do {
          const delta = load<i64>(source, 8) - load<i64>(source);
          store<i64>(at, delta);
          least = min(least, delta);
          most = max(most, delta);
          source += 8;
          at += 8;
        } while (at < stop);
      } else {
        let low = i32x4.splat(i32.MAX_VALUE);
        let high = i32x4.splat(i32.MIN_VALUE);
        do {
          const deltas = i32x4.sub(v128.load(source, 4), v128.load(source));
          v128.store(at, i64x2.extend_low_i32x4_s(deltas));
          v128.store(at, i64x2.extend_high_i32x4_s(deltas), 16);
          low = i32x4.min_s(low, deltas);
          high = i32x4.max_s(high, deltas);
          source += 16;
          at += 32;
        } while (at < stop);
        low = i32x4.min_s(low, v128.shuffle<i32>(low, low, 2, 3, 0, 1));
        low = i32x4.min_s(low, v128.shuffle<i32>(low, low, 1, 0, 3, 2));
        high = i32x4.max_s(high, v128.shuffle<i32>(high, high, 2, 3, 0, 1));
        high = i32x4.max_s(high, v128.shuffle<i32>(high, high, 1, 0, 3, 2));
        least = min(least, <i64>i32x4.extract_lane(low, 0));
        most = <i64>i32x4.extract_lane(high, 0);
      }
      store<i64>(mosts, most);
      mosts += 8;
    } while (at < scratchEnd);
    // A min delta that is an int32 has the same varint in INT32 and INT64.
    let zigzag = <u64>((least << 1) ^ (least >> 63));
    for (; zigzag > 127; zigzag >>= 7) store<u8>(target++, <u8>(zigzag | 128));
    store<u8>(target++, <u8>zigzag);
    let widths = target;
    target += miniblocks;
    mosts = scratchEnd;
    at = scratch;
    do {
      const width = 64 - clz(load<i64>(mosts) - least);
      mosts += 8;
      store<u8>(widths++, <u8>width);
      const stop = at + miniblockBytes;
      target = packMiniblock(at, stop, least, <u64>width, target);
      at = stop;
    } while (at < scratchEnd);
  }
  return target;
}

/**
 * Packs the deltas in `[source, end)`, minus `least`, to `width` bits each. Joins two or four narrow deltas into one
 * number before it appends them. Returns the end of the packed bytes.
 */
function packMiniblock(source: usize, end: usize, least: i64, width: u64, target: usize): usize {
  let bits: u64 = 0;
  let filled: u64 = 0;
  while (source < end) {
    let added = <u64>(load<i64>(source) - least);
    let addedWidth = width;
    source += 8;
    if (width <= 32) {
      added |= (<u64>(load<i64>(source) - least)) << width;
      addedWidth += width;
      source += 8;
      if (width <= 16) {
        added |= (<u64>(load<i64>(source) - least) | ((<u64>(load<i64>(source, 8) - least)) << width)) << addedWidth;
        addedWidth += addedWidth;
        source += 16;
      }
    }
    bits |= added << filled;
    filled += addedWidth;
    if (filled >= 64) {
      store<u64>(target, bits);
      target += 8;
      filled -= 64;
      // Keep the bits that did not fit. Two shifts are needed, because `>> 64` shifts by 0.
      bits = (added >> 1) >> (addedWidth - filled - 1);
    }
  }
  // A miniblock has a multiple of 32 deltas, so no byte is incomplete.
  store<u64>(target, bits);
  return target + <usize>(filled >> 3);
}
