/**
 * BYTE_STREAM_SPLIT (Encodings.md#BYTESTREAMSPLIT). To join streams, vectors are interleaved byte by byte in two or
 * three rounds. The first round interleaves streams that are half the number of streams apart:
 *
 *   a c   b d   ->   a0 c0 a1 c1 ...   b0 d0 b1 d1 ...   ->   a0 b0 c0 d0 a1 b1 c1 d1 ...
 *
 * All functions except {@link copyApart} round `count` up to a multiple of 16, both for reading and for writing.
 */

/** Returns `[a0 b0 a1 b1 ...]` for the low halves of two vectors. */
function zipLow8(a: v128, b: v128): v128 {
  return v128.shuffle<i8>(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}
function zipHigh8(a: v128, b: v128): v128 {
  return v128.shuffle<i8>(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}
/** Joins four streams, `stride` bytes apart, into values of 4 bytes. */
export function join4(source: usize, stride: usize, target: usize, count: usize): void {
  if (count === 0) return;
  const end = source + count;
  do {
    const a = v128.load(source);
    const b = v128.load(source + stride);
    const c = v128.load(source + 2 * stride);
    const d = v128.load(source + 3 * stride);
    const acLow = zipLow8(a, c);
    const bdLow = zipLow8(b, d);
    const acHigh = zipHigh8(a, c);
    const bdHigh = zipHigh8(b, d);
    v128.store(target, zipLow8(acLow, bdLow));
    v128.store(target, zipHigh8(acLow, bdLow), 16);
    v128.store(target, zipLow8(acHigh, bdHigh), 32);
    v128.store(target, zipHigh8(acHigh, bdHigh), 48);
    source += 16;
    target += 64;
  } while (source < end);
}

/** Joins four byte streams into 32-bit words, which are written `width` bytes apart. */
export function join4Apart(source: usize, stride: usize, target: usize, width: usize, count: usize): void {
  if (count === 0) return;
  const end = source + count;
  do {
    const a = v128.load(source);
    const b = v128.load(source + stride);
    const c = v128.load(source + 2 * stride);
    const d = v128.load(source + 3 * stride);
    const acLow = zipLow8(a, c);
    const bdLow = zipLow8(b, d);
    target = storeWords(target, width, zipLow8(acLow, bdLow));
    target = storeWords(target, width, zipHigh8(acLow, bdLow));
    const acHigh = zipHigh8(a, c);
    const bdHigh = zipHigh8(b, d);
    target = storeWords(target, width, zipLow8(acHigh, bdHigh));
    target = storeWords(target, width, zipHigh8(acHigh, bdHigh));
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

/** Joins eight streams into values of 8 bytes. */
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
    const aeLow = zipLow8(a, e);
    const bfLow = zipLow8(b, f);
    const cgLow = zipLow8(c, g);
    const dhLow = zipLow8(d, h);
    const firstEven = zipLow8(aeLow, cgLow);
    const firstOdd = zipLow8(bfLow, dhLow);
    v128.store(target, zipLow8(firstEven, firstOdd));
    v128.store(target, zipHigh8(firstEven, firstOdd), 16);
    const secondEven = zipHigh8(aeLow, cgLow);
    const secondOdd = zipHigh8(bfLow, dhLow);
    v128.store(target, zipLow8(secondEven, secondOdd), 32);
    v128.store(target, zipHigh8(secondEven, secondOdd), 48);
    const aeHigh = zipHigh8(a, e);
    const bfHigh = zipHigh8(b, f);
    const cgHigh = zipHigh8(c, g);
    const dhHigh = zipHigh8(d, h);
    const thirdEven = zipLow8(aeHigh, cgHigh);
    const thirdOdd = zipLow8(bfHigh, dhHigh);
    v128.store(target, zipLow8(thirdEven, thirdOdd), 64);
    v128.store(target, zipHigh8(thirdEven, thirdOdd), 80);
    const fourthEven = zipHigh8(aeHigh, cgHigh);
    const fourthOdd = zipHigh8(bfHigh, dhHigh);
    v128.store(target, zipLow8(fourthEven, fourthOdd), 96);
    v128.store(target, zipHigh8(fourthEven, fourthOdd), 112);
    source += 16;
    target += 128;
  } while (source < end);
}

/** Copies single bytes, which are `apart` bytes apart in the source and `width` bytes apart in the target. */
export function copyApart(source: usize, apart: usize, target: usize, width: usize, count: usize): void {
  for (const end = target + count * width; target < end; target += width) {
    store<u8>(target, load<u8>(source));
    source += apart;
  }
}

/** Splits words that are `width` bytes apart into four streams, `stride` bytes apart. */
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
