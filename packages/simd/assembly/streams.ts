/**
 * BYTE_STREAM_SPLIT (Encodings.md#BYTESTREAMSPLIT): interleaves the bytes of two vectors, then pairs, then fours. All
 * functions round `count` up to a multiple of 16, for what they read and for what they write.
 */

/** Returns `[a0 b0 a1 b1 ...]` for the low halves of two vectors. */
function zipLow8(a: v128, b: v128): v128 {
  return v128.shuffle<i8>(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}
function zipHigh8(a: v128, b: v128): v128 {
  return v128.shuffle<i8>(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}
function zipLow16(a: v128, b: v128): v128 {
  return v128.shuffle<i16>(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}
function zipHigh16(a: v128, b: v128): v128 {
  return v128.shuffle<i16>(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}

/** Joins four streams, `stride` bytes apart, to values of 4 bytes. */
export function join4(source: usize, stride: usize, target: usize, count: usize): void {
  if (count === 0) return;
  const end = source + count;
  do {
    const a = v128.load(source);
    const b = v128.load(source + stride);
    const c = v128.load(source + 2 * stride);
    const d = v128.load(source + 3 * stride);
    const abLow = zipLow8(a, b);
    const cdLow = zipLow8(c, d);
    const abHigh = zipHigh8(a, b);
    const cdHigh = zipHigh8(c, d);
    v128.store(target, zipLow16(abLow, cdLow));
    v128.store(target, zipHigh16(abLow, cdLow), 16);
    v128.store(target, zipLow16(abHigh, cdHigh), 32);
    v128.store(target, zipHigh16(abHigh, cdHigh), 48);
    source += 16;
    target += 64;
  } while (source < end);
}

/** Joins four byte streams to 32-bit words, which are written `width` bytes apart. */
export function join4Apart(source: usize, stride: usize, target: usize, width: usize, count: usize): void {
  if (count === 0) return;
  const end = source + count;
  do {
    const a = v128.load(source);
    const b = v128.load(source + stride);
    const c = v128.load(source + 2 * stride);
    const d = v128.load(source + 3 * stride);
    const abLow = zipLow8(a, b);
    const cdLow = zipLow8(c, d);
    target = storeWords(target, width, zipLow16(abLow, cdLow));
    target = storeWords(target, width, zipHigh16(abLow, cdLow));
    const abHigh = zipHigh8(a, b);
    const cdHigh = zipHigh8(c, d);
    target = storeWords(target, width, zipLow16(abHigh, cdHigh));
    target = storeWords(target, width, zipHigh16(abHigh, cdHigh));
    source += 16;
  } while (source < end);
}

function storeWords(target: usize, width: usize, words: v128): usize {
  v128.store32_lane(target, words, 0);
  target += width;
  v128.store32_lane(target, words, 1);
  target += width;
  v128.store32_lane(target, words, 2);
  target += width;
  v128.store32_lane(target, words, 3);
  return target + width;
}

/** Joins eight streams to values of 8 bytes. */
export function join8(source: usize, stride: usize, target: usize, count: usize): void {
  if (count === 0) return;
  const end = source + count;
  do {
    const a = v128.load(source);
    const b = v128.load(source + stride);
    const c = v128.load(source + 2 * stride);
    const d = v128.load(source + 3 * stride);
    const e = v128.load(source + 4 * stride);
    const f = v128.load(source + 5 * stride);
    const g = v128.load(source + 6 * stride);
    const h = v128.load(source + 7 * stride);
    const abLow = zipLow8(a, b);
    const cdLow = zipLow8(c, d);
    const efLow = zipLow8(e, f);
    const ghLow = zipLow8(g, h);
    const first = zipLow16(abLow, cdLow);
    const second = zipLow16(efLow, ghLow);
    v128.store(target, v128.shuffle<i32>(first, second, 0, 4, 1, 5));
    v128.store(target, v128.shuffle<i32>(first, second, 2, 6, 3, 7), 16);
    const third = zipHigh16(abLow, cdLow);
    const fourth = zipHigh16(efLow, ghLow);
    v128.store(target, v128.shuffle<i32>(third, fourth, 0, 4, 1, 5), 32);
    v128.store(target, v128.shuffle<i32>(third, fourth, 2, 6, 3, 7), 48);
    const abHigh = zipHigh8(a, b);
    const cdHigh = zipHigh8(c, d);
    const efHigh = zipHigh8(e, f);
    const ghHigh = zipHigh8(g, h);
    const fifth = zipLow16(abHigh, cdHigh);
    const sixth = zipLow16(efHigh, ghHigh);
    v128.store(target, v128.shuffle<i32>(fifth, sixth, 0, 4, 1, 5), 64);
    v128.store(target, v128.shuffle<i32>(fifth, sixth, 2, 6, 3, 7), 80);
    const seventh = zipHigh16(abHigh, cdHigh);
    const eighth = zipHigh16(efHigh, ghHigh);
    v128.store(target, v128.shuffle<i32>(seventh, eighth, 0, 4, 1, 5), 96);
    v128.store(target, v128.shuffle<i32>(seventh, eighth, 2, 6, 3, 7), 112);
    source += 16;
    target += 128;
  } while (source < end);
}

/** Copies one stream of bytes to positions that are `width` bytes apart. */
export function join1(source: usize, target: usize, width: usize, count: usize): void {
  for (const end = source + count; source < end; source++) {
    store<u8>(target, load<u8>(source));
    target += width;
  }
}

/** Splits words that are `width` bytes apart to four streams, `stride` bytes apart. */
export function split4(source: usize, width: usize, target: usize, stride: usize, count: usize): void {
  if (count === 0) return;
  const end = target + count;
  do {
    const step = width << 2;
    // The bytes of four values, arranged by stream: one word for each stream.
    let first: v128;
    let second: v128;
    let third: v128;
    let fourth: v128;
    if (width === 4) {
      first = v128.load(source);
      second = v128.load(source, 16);
      third = v128.load(source, 32);
      fourth = v128.load(source, 48);
    } else {
      first = loadWords(source, width);
      second = loadWords(source + step, width);
      third = loadWords(source + 2 * step, width);
      fourth = loadWords(source + 3 * step, width);
    }
    first = transposed(first);
    second = transposed(second);
    third = transposed(third);
    fourth = transposed(fourth);
    const abFirst = v128.shuffle<i32>(first, second, 0, 4, 1, 5);
    const cdFirst = v128.shuffle<i32>(first, second, 2, 6, 3, 7);
    const abSecond = v128.shuffle<i32>(third, fourth, 0, 4, 1, 5);
    const cdSecond = v128.shuffle<i32>(third, fourth, 2, 6, 3, 7);
    v128.store(target, v128.shuffle<i64>(abFirst, abSecond, 0, 2));
    v128.store(target + stride, v128.shuffle<i64>(abFirst, abSecond, 1, 3));
    v128.store(target + 2 * stride, v128.shuffle<i64>(cdFirst, cdSecond, 0, 2));
    v128.store(target + 3 * stride, v128.shuffle<i64>(cdFirst, cdSecond, 1, 3));
    source += step << 2;
    target += 16;
  } while (target < end);
}

/** Loads four words that are `width` bytes apart. */
function loadWords(source: usize, width: usize): v128 {
  let words = v128.load32_zero(source);
  source += width;
  words = v128.load32_lane(source, words, 1);
  source += width;
  words = v128.load32_lane(source, words, 2);
  return v128.load32_lane(source + width, words, 3);
}

/** Transposes a 4 x 4 matrix of bytes. */
function transposed(words: v128): v128 {
  return v128.shuffle<i8>(words, words, 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
}

/** Copies bytes that are `width` bytes apart to one stream. */
export function split1(source: usize, width: usize, target: usize, count: usize): void {
  for (const end = target + count; target < end; target++) {
    store<u8>(target, load<u8>(source));
    source += width;
  }
}
