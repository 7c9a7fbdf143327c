/**
 * Unpacks integers of any width. 8 values take `width` bytes, so each width needs two swizzle masks and two
 * multipliers.
 *
 *   swizzle    moves the bytes of value k to lane k
 *   multiply   by 2^(7 - s) to move the value from bit `s` of the lane to bit 7; lanes cannot shift by different counts
 *   shift, and drop the bits below and above the value
 *
 * Up to width 8 a lane has 16 bits, and one load serves 8 values; above, a lane has 32 bits, and a load serves 4. From
 * width 26 on, a value may extend into a fifth byte, so its upper bits are taken from the four bytes that start one
 * byte later.
 *
 * Loops test their condition at the bottom, because V8 in Node 20 recomputes constant vectors in each iteration of a
 * loop that tests it at the top.
 */
import { startCompare } from './compare';
import { startLayers } from './layers';
import { CRC, MASKS } from './layout';

/** Fills all tables of the module. */
function start(): void {
  startCompare();
  startLayers();
  for (let width: u32 = 1; width < 32; width++) {
    const shift: u32 = width <= 8 ? 1 : 2;
    for (let k: u32 = 0; k < 8; k++) {
      // Bits are counted from the byte at which the vector of the value is loaded.
      const bit = k * width - (width > 8 && k >= 4 ? (4 * width) & ~7 : 0);
      // A lane of 16 bits takes only the lower half of the stored word. The next lane overwrites the upper half.
      const at = MASKS + <usize>((width << 6) + (k << shift));
      store<u32>(at, (bit >> 3) * 0x01010101 + 0x03020100);
      // From width 26 on, each half of a lane is multiplied, by 2^(8 - s).
      store<u32>(at, (width > 25 ? 0x01000100 : 128) >> (bit & 7), 32);
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

// The module runs this when it is instantiated.
start();

/**
 * Unpacks `count` values of `width` (0 to 31) bits, rounded up to whole groups of 8, to 32 bits each. Reads up to 16
 * bytes beyond the packed values.
 */
export function unpack(source: usize, width: i32, target: usize, count: i32): void {
  if (count <= 0) return;
  const end = target + ((<usize>((count + 7) >> 3)) << 5);
  // The masks of width 0 are 0, so its values become 0, as they should.
  const masks = MASKS + ((<usize>width) << 6);
  const first = v128.load(masks);
  const firstBy = v128.load(masks, 32);
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
  const second = v128.load(masks, 16);
  const secondBy = v128.load(masks, 48);
  const half = <usize>((4 * width) >> 3);
  const keep = i32x4.splat((1 << width) - 1);
  if (width <= 25) {
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
  // Products of 16 bits are sufficient here, and take half as long as those of 32 bits.
  const upper = i16x8.splat(-256);
  const one = i8x16.splat(1);
  const firstNext = i8x16.add(first, one);
  const secondNext = i8x16.add(second, one);
  do {
    const low = v128.load(source);
    const high = v128.load(source + half);
    // Each value is unpacked in two halves: its low byte from its first two bytes, its high byte from the two bytes
    // that start one later.
    const lowBytes = i16x8.shr_u(i16x8.mul(i8x16.swizzle(low, first), firstBy), 8);
    const lowNext = v128.and(i16x8.mul(i8x16.swizzle(low, firstNext), firstBy), upper);
    v128.store(target, v128.and(v128.or(lowBytes, lowNext), keep));
    const highBytes = i16x8.shr_u(i16x8.mul(i8x16.swizzle(high, second), secondBy), 8);
    const highNext = v128.and(i16x8.mul(i8x16.swizzle(high, secondNext), secondBy), upper);
    v128.store(target, v128.and(v128.or(highBytes, highNext), keep), 16);
    source += <usize>width;
    target += 32;
  } while (target < end);
}
