/**
 * Unpacks integers of any width. 8 values are `width` bytes, so each width needs two swizzle masks and two multipliers.
 *
 *   swizzle    moves the bytes of value k to lane k
 *   multiply   by 2^(7 - s) moves the first bit, `s` bits into the lane, to bit 7: lanes cannot shift by different counts
 *   shift, and drops the bits below and above
 *
 * Up to width 8 a lane has 16 bits, and one load serves 8 values; above, a lane has 32 bits, and a load serves 4. From width 26
 * on a value may reach into a fifth byte: its upper bits come from the four bytes that start one later.
 *
 * Loops test at the bottom: V8 of Node 20 recomputes constant vectors in each iteration of a loop that tests at the top.
 */
import { startLayers } from './layers';
import { CRC, MASKS } from './layout';

/** Fills all tables of the module. */
export function start(): void {
  startLayers();
  // Byte `s` of the multipliers is 2^(7 - s).
  const powers = i8x16(-128, 64, 32, 16, 8, 4, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0);
  for (let width = 1; width < 32; width++) {
    const at = MASKS + ((<usize>width) << 6);
    if (width <= 8) {
      const bits = i16x8.mul(i16x8(0, 1, 2, 3, 4, 5, 6, 7), i16x8.splat(<i16>width));
      const bytes = i16x8.mul(i16x8.shr_u(bits, 3), i16x8.splat(0x0101));
      v128.store(at, i16x8.add(bytes, i16x8.splat(0x0100)));
      const shifts = v128.and(bits, i16x8.splat(7));
      v128.store(at, i8x16.swizzle(powers, v128.or(shifts, i16x8.splat(-0x8000))), 16);
    } else {
      fillHalf(at, i32x4.mul(i32x4(0, 1, 2, 3), i32x4.splat(width)), powers);
      fillHalf(
        at + 32,
        i32x4.add(i32x4.mul(i32x4(0, 1, 2, 3), i32x4.splat(width)), i32x4.splat((4 * width) & 7)),
        powers,
      );
    }
  }
  for (let byte: u32 = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >> 1) ^ (0xedb88320 & (0 - (crc & 1)));
    store<u32>(CRC + ((<usize>byte) << 2), crc);
  }
  for (let at = CRC + 1024; at < CRC + 16384; at += 4) {
    const crc = load<u32>(at - 1024);
    store<u32>(at, (crc >> 8) ^ load<u32>(CRC + ((<usize>crc & 255) << 2)));
  }
}

function fillHalf(at: usize, bits: v128, powers: v128): void {
  const bytes = i32x4.mul(i32x4.shr_u(bits, 3), i32x4.splat(0x01010101));
  v128.store(at, i32x4.add(bytes, i32x4.splat(0x03020100)));
  const shifts = v128.and(bits, i32x4.splat(7));
  v128.store(at, i8x16.swizzle(powers, v128.or(shifts, i32x4.splat(0x80808000))), 16);
}

/**
 * Unpacks `count` values of `width` (0 to 31) bits, rounded up to whole groups of 8, to 32 bits each. Reads up to 16
 * bytes beyond them.
 */
export function unpack(source: usize, width: i32, target: usize, count: i32): void {
  if (count <= 0) return;
  const end = target + ((<usize>((count + 7) >> 3)) << 5);
  if (width === 0) {
    do {
      v128.store(target, i32x4.splat(0));
      v128.store(target, i32x4.splat(0), 16);
      target += 32;
    } while (target < end);
    return;
  }
  const masks = MASKS + ((<usize>width) << 6);
  const first = v128.load(masks);
  const firstBy = v128.load(masks, 16);
  if (width <= 8) {
    const ones = (1 << width) - 1;
    const keep = i16x8.splat(<i16>ones);
    do {
      const values = v128.and(i16x8.shr_u(i16x8.mul(i8x16.swizzle(v128.load(source), first), firstBy), 7), keep);
      v128.store(target, i32x4.extend_low_i16x8_u(values));
      v128.store(target, i32x4.extend_high_i16x8_u(values), 16);
      source += <usize>width;
      target += 32;
    } while (target < end);
    return;
  }
  const second = v128.load(masks, 32);
  const secondBy = v128.load(masks, 48);
  const half = <usize>((4 * width) >> 3);
  if (width <= 25) {
    const keep = i32x4.splat((1 << width) - 1);
    do {
      const low = i32x4.mul(i8x16.swizzle(v128.load(source), first), firstBy);
      const high = i32x4.mul(i8x16.swizzle(v128.load(source + half), second), secondBy);
      v128.store(target, v128.and(i32x4.shr_u(low, 7), keep));
      v128.store(target, v128.and(i32x4.shr_u(high, 7), keep), 16);
      source += <usize>width;
      target += 32;
    } while (target < end);
    return;
  }
  // Products of 32 bits take twice as long as those of 16 bits, which are enough here.
  const keep = i32x4.splat(-1 >>> (32 - width));
  const upper = i16x8.splat(-256);
  const one = i8x16.splat(1);
  const firstNext = i8x16.add(first, one);
  const secondNext = i8x16.add(second, one);
  const firstHalves = v128.or(i32x4.shl(firstBy, 1), i32x4.shl(firstBy, 17));
  const secondHalves = v128.or(i32x4.shl(secondBy, 1), i32x4.shl(secondBy, 17));
  do {
    const low = v128.load(source);
    const high = v128.load(source + half);
    // Each value is unpacked in two halves: its low byte from its first two bytes, its high byte from the two bytes
    // that start one later.
    const lowBytes = i16x8.shr_u(i16x8.mul(i8x16.swizzle(low, first), firstHalves), 8);
    const lowNext = v128.and(i16x8.mul(i8x16.swizzle(low, firstNext), firstHalves), upper);
    v128.store(target, v128.and(v128.or(lowBytes, lowNext), keep));
    const highBytes = i16x8.shr_u(i16x8.mul(i8x16.swizzle(high, second), secondHalves), 8);
    const highNext = v128.and(i16x8.mul(i8x16.swizzle(high, secondNext), secondHalves), upper);
    v128.store(target, v128.and(v128.or(highBytes, highNext), keep), 16);
    source += <usize>width;
    target += 32;
  } while (target < end);
}
