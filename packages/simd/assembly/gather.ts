/**
 * Gathers from dictionaries. An index at or beyond `entries` reads the last entry, so that nothing outside of the
 * dictionary is read. The caller must have checked all addresses, and `entries` is at least 1.
 */
import { STATE } from './layout';

/** Gathers `count` elements of 4 bytes, rounded up to a multiple of 4 elements. */
export function gather32(source: usize, entries: i32, indices: usize, target: usize, count: usize): void {
  if (count === 0) return;
  const last = i32x4.splat(entries - 1);
  const end = target + (count << 2);
  do {
    const at = i32x4.shl(i32x4.min_u(v128.load(indices), last), 2);
    let words = v128.load32_zero(source + <usize>i32x4.extract_lane(at, 0));
    words = v128.load32_lane(source + <usize>i32x4.extract_lane(at, 1), words, 1);
    words = v128.load32_lane(source + <usize>i32x4.extract_lane(at, 2), words, 2);
    words = v128.load32_lane(source + <usize>i32x4.extract_lane(at, 3), words, 3);
    v128.store(target, words);
    indices += 16;
    target += 16;
  } while (target < end);
}

/** Gathers `count` elements of 8 bytes, rounded up to a multiple of 4 elements. */
export function gather64(source: usize, entries: i32, indices: usize, target: usize, count: usize): void {
  if (count === 0) return;
  const last = i32x4.splat(entries - 1);
  const end = target + (count << 3);
  do {
    const at = i32x4.shl(i32x4.min_u(v128.load(indices), last), 3);
    store<u64>(target, load<u64>(source + <usize>i32x4.extract_lane(at, 0)));
    store<u64>(target, load<u64>(source + <usize>i32x4.extract_lane(at, 1)), 8);
    store<u64>(target, load<u64>(source + <usize>i32x4.extract_lane(at, 2)), 16);
    store<u64>(target, load<u64>(source + <usize>i32x4.extract_lane(at, 3)), 24);
    indices += 16;
    target += 32;
  } while (target < end);
}

/** Returns the largest of `count` unsigned indices; the words after them, up to a multiple of 4, must be 0. */
export function largest(indices: usize, count: usize): u32 {
  let most = i32x4.splat(0);
  for (const end = indices + (count << 2); indices < end; indices += 16) most = i32x4.max_u(most, v128.load(indices));
  most = i32x4.max_u(most, v128.shuffle<i32>(most, most, 2, 3, 0, 1));
  most = i32x4.max_u(most, v128.shuffle<i32>(most, most, 1, 0, 3, 2));
  return <u32>i32x4.extract_lane(most, 0);
}

/**
 * Gathers byte arrays: entry `i` is the bytes `[offsets[i] - first, offsets[i + 1] - first)` of the `size` bytes at
 * `data`. Copies as many entries as fit in the `room` bytes at `target`, and writes their ends, counted from `base`, to
 * `ends`. Returns the number of copied entries, and writes the number of copied bytes to `STATE`. Stops at an index or
 * an entry outside the dictionary. Reads and writes up to 32 bytes beyond an entry.
 */
export function gatherBytes(
  offsets: usize,
  entries: u32,
  data: usize,
  first: u32,
  size: u32,
  indices: usize,
  count: u32,
  ends: usize,
  base: u32,
  target: usize,
  room: u32,
): u32 {
  let written: u32 = 0;
  let i: u32 = 0;
  for (; i < count; i++) {
    const index = load<u32>(indices);
    if (index >= entries) break;
    const at = offsets + ((<usize>index) << 2);
    const start = load<u32>(at) - first;
    const length = load<u32>(at, 4) - first - start;
    if (length > room - written || start > size || length > size - start) break;
    const from = data + start;
    const to = target + written;
    v128.store(to, v128.load(from));
    v128.store(to, v128.load(from, 16), 16);
    for (let done: u32 = 32; done < length; done += 16) v128.store(to + done, v128.load(from + done));
    written += length;
    store<u32>(ends, base + written);
    indices += 4;
    ends += 4;
  }
  store<u32>(STATE, written);
  return i;
}

/**
 * Copies at most `count` PLAIN byte arrays, each preceded by its length in 4 bytes, from `[source, end)` to the `room`
 * bytes at `target`. Stops at an array that is incomplete or does not fit. Returns the number of copied arrays. Writes
 * the number of copied bytes to `STATE`, and the position of the next length to `STATE + 4`.
 */
export function copyBytes(source: usize, end: usize, count: u32, target: usize, room: u32): u32 {
  let written: u32 = 0;
  let i: u32 = 0;
  for (; i < count && end - source >= 4; i++) {
    const length = load<u32>(source);
    if (length > room - written || <usize>length > end - source - 4) break;
    const to = target + written;
    v128.store(to, v128.load(source, 4));
    for (let done: u32 = 16; done < length; done += 16) v128.store(to + done, v128.load(source + done, 4));
    written += length;
    source += 4 + length;
  }
  store<u32>(STATE, written);
  store<usize>(STATE, source, 4);
  return i;
}

/**
 * Copies in steps of 16 bytes; the next copy overwrites the excess. Other loops in this module repeat this code,
 * because the compiler does not inline calls.
 */
export function copy(source: usize, target: usize, length: u32): void {
  v128.store(target, v128.load(source));
  for (let done: u32 = 16; done < length; done += 16) v128.store(target + done, v128.load(source + done));
}
