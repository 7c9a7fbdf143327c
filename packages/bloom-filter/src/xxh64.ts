/**
 * XXH64 with seed 0, the hash of Bloom filters (BloomFilter.md; algorithm by Yann Collet, xxhash_spec.md).
 *
 * This file represents a 64-bit number as two 32-bit words. It multiplies them with `Math.imul`, and by 16-bit halves,
 * so that no BigInt is allocated.
 */

// The primes from xxhash_spec.md, each as a high and a low word.
const p1h = 0x9e3779b1;
const p1l = 0x85ebca87;
const p2h = 0xc2b2ae3d;
const p2l = 0x27d4eb4f;
const p3h = 0x165667b1;
const p3l = 0x9e3779f9;
const p4h = 0x85ebca77;
const p4l = 0xc2b2ae63;
const p5h = 0x27d4eb2f;
const p5l = 0x165667c5;

/** Returns the upper 32 bits of the product of two unsigned 32-bit words. */
function upper(a: number, b: number): number {
  const al = a & 0xffff;
  const ah = a >>> 16;
  const bl = b & 0xffff;
  const bh = b >>> 16;
  // None of these sums reaches 2^32, so no bit is lost.
  const middle = (Math.imul(ah, bl) + (Math.imul(al, bl) >>> 16)) | 0;
  const other = (Math.imul(al, bh) + (middle & 0xffff)) | 0;
  return (Math.imul(ah, bh) + (middle >>> 16) + (other >>> 16)) | 0;
}

/** Returns the upper word of the product of two 64-bit numbers, modulo 2^64; the lower word is `Math.imul(al, bl)`. */
function timesHigh(ah: number, al: number, bh: number, bl: number): number {
  return (upper(al, bl) + Math.imul(ah, bl) + Math.imul(al, bh)) | 0;
}

/** Returns the carry (0 or 1) of the 32-bit sum `sum = (x + addend) | 0`. */
function carry(sum: number, addend: number): number {
  return sum >>> 0 < addend >>> 0 ? 1 : 0;
}

/** Hashes `bytes[start, end)`, and writes the low and the high word of the hash to `out`. */
export function xxh64(bytes: DataView, start: number, end: number, out: Int32Array): void {
  const length = end - start;
  let p = start;
  let high: number;
  let low: number;
  if (length >= 32) {
    const lanes = startLanes();
    for (; p + 32 <= end; p += 32) {
      for (let lane = 0; lane < 4; lane++) {
        round(lanes, 2 * lane, bytes.getInt32(p + 8 * lane, true), bytes.getInt32(p + 8 * lane + 4, true));
      }
    }
    [high, low] = mergeLanes(lanes);
  } else {
    high = p5h | 0;
    low = p5l | 0;
  }
  low = (low + length) | 0;
  high = (high + carry(low, length)) | 0;
  const lane = new Int32Array(2);
  for (; p + 8 <= end; p += 8) {
    lane[0] = lane[1] = 0;
    round(lane, 0, bytes.getInt32(p, true), bytes.getInt32(p + 4, true));
    const xl = low ^ (lane[0] as number);
    const xh = high ^ (lane[1] as number);
    // xxhash_spec.md: rotate left by 27 bits, multiply by P1, add P4.
    const rl = (xl << 27) | (xh >>> 5);
    const rh = (xh << 27) | (xl >>> 5);
    low = (Math.imul(rl, p1l) + p4l) | 0;
    high = (timesHigh(rh, rl, p1h, p1l) + p4h + carry(low, p4l)) | 0;
  }
  if (p + 4 <= end) {
    const word = bytes.getInt32(p, true);
    const xl = low ^ Math.imul(word, p1l);
    const xh = high ^ timesHigh(0, word, p1h, p1l);
    // xxhash_spec.md: rotate left by 23 bits, multiply by P2, add P3.
    const rl = (xl << 23) | (xh >>> 9);
    const rh = (xh << 23) | (xl >>> 9);
    low = (Math.imul(rl, p2l) + p3l) | 0;
    high = (timesHigh(rh, rl, p2h, p2l) + p3h + carry(low, p3l)) | 0;
    p += 4;
  }
  for (; p < end; p++) {
    const byte = bytes.getUint8(p);
    const xl = low ^ Math.imul(byte, p5l);
    const xh = high ^ timesHigh(0, byte, p5h, p5l);
    // xxhash_spec.md: rotate left by 11 bits, multiply by P1.
    const rl = (xl << 11) | (xh >>> 21);
    const rh = (xh << 11) | (xl >>> 21);
    low = Math.imul(rl, p1l);
    high = timesHigh(rh, rl, p1h, p1l);
  }
  avalanche(low, high, out);
}

/** Hashes one 8-byte value, given as two words, with the same result as {@link xxh64} of its bytes. */
export function xxh64OfWords(wordLow: number, wordHigh: number, out: Int32Array): void {
  // The hash starts as seed + P5 + length. Then one accumulator, which starts at 0, is mixed into it.
  const startLow = (p5l + 8) | 0;
  const ml = Math.imul(wordLow, p2l);
  const mh = timesHigh(wordHigh, wordLow, p2h, p2l);
  const tl = (ml << 31) | (mh >>> 1);
  const th = (mh << 31) | (ml >>> 1);
  const xl = startLow ^ Math.imul(tl, p1l);
  const xh = p5h ^ timesHigh(th, tl, p1h, p1l);
  const rl = (xl << 27) | (xh >>> 5);
  const rh = (xh << 27) | (xl >>> 5);
  const low = (Math.imul(rl, p1l) + p4l) | 0;
  const high = (timesHigh(rh, rl, p1h, p1l) + p4h + carry(low, p4l)) | 0;
  avalanche(low, high, out);
}

/** Hashes one 4-byte value, given as a word, with the same result as {@link xxh64} of its bytes. */
export function xxh64OfWord(word: number, out: Int32Array): void {
  const startLow = (p5l + 4) | 0;
  const xl = startLow ^ Math.imul(word, p1l);
  const xh = p5h ^ timesHigh(0, word, p1h, p1l);
  const rl = (xl << 23) | (xh >>> 9);
  const rh = (xh << 23) | (xl >>> 9);
  const low = (Math.imul(rl, p2l) + p3l) | 0;
  const high = (timesHigh(rh, rl, p2h, p2l) + p3h + carry(low, p3l)) | 0;
  avalanche(low, high, out);
}

function avalanche(low: number, high: number, out: Int32Array): void {
  let l = low ^ (high >>> 1);
  let h = timesHigh(high, l, p2h, p2l);
  l = Math.imul(l, p2l);
  // Shift right by 29.
  l ^= (l >>> 29) | (h << 3);
  h ^= h >>> 29;
  const nextLow = Math.imul(l, p3l);
  h = timesHigh(h, l, p3h, p3l);
  out[0] = nextLow ^ h;
  out[1] = h;
}

/**
 * Returns the initial values of the four accumulators for seed 0, as low and high words: P1 + P2, P2, 0, -P1. P1 and P2
 * are primes of the XXH64 specification.
 */
function startLanes(): Int32Array {
  const sumLow = (p1l + p2l) | 0;
  const sumHigh = (p1h + p2h + carry(sumLow, p2l)) | 0;
  return Int32Array.of(sumLow, sumHigh, p2l, p2h, 0, 0, -p1l, ~p1h);
}

/**
 * Mixes 8 bytes into the accumulator at `lanes[at]`: adds the bytes (as an integer) times P2, rotates the sum left by
 * 31 bits, and multiplies it by P1. P1 and P2 are primes of the XXH64 specification.
 */
function round(lanes: Int32Array, at: number, wordLow: number, wordHigh: number): void {
  const ml = Math.imul(wordLow, p2l);
  const mh = timesHigh(wordHigh, wordLow, p2h, p2l);
  const al = ((lanes[at] as number) + ml) | 0;
  const ah = ((lanes[at + 1] as number) + mh + carry(al, ml)) | 0;
  const rl = (al << 31) | (ah >>> 1);
  const rh = (ah << 31) | (al >>> 1);
  lanes[at] = Math.imul(rl, p1l);
  lanes[at + 1] = timesHigh(rh, rl, p1h, p1l);
}

/**
 * Merges the four accumulators: adds them, rotated left by 1, 7, 12 and 18 bits, then mixes each accumulator into the
 * sum.
 */
function mergeLanes(lanes: Int32Array): [number, number] {
  let low = 0;
  let high = 0;
  for (const [lane, by] of [1, 7, 12, 18].entries()) {
    const l = lanes[2 * lane] as number;
    const h = lanes[2 * lane + 1] as number;
    const rl = (l << by) | (h >>> (32 - by));
    low = (low + rl) | 0;
    high = (high + ((h << by) | (l >>> (32 - by))) + carry(low, rl)) | 0;
  }
  const one = new Int32Array(2);
  for (let lane = 0; lane < 4; lane++) {
    one[0] = one[1] = 0;
    round(one, 0, lanes[2 * lane] as number, lanes[2 * lane + 1] as number);
    const xl = low ^ (one[0] as number);
    const xh = high ^ (one[1] as number);
    low = (Math.imul(xl, p1l) + p4l) | 0;
    high = (timesHigh(xh, xl, p1h, p1l) + p4h + carry(low, p4l)) | 0;
  }
  return [high, low];
}
