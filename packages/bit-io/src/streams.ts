/**
 * Joins and splits the streams of BYTE_STREAM_SPLIT by transposing 4 x 4 bytes in 32-bit words
 * (Encodings.md#BYTESTREAMSPLIT).
 *
 *   streams  a0 a1 a2 a3 | b0 b1 b2 b3 | c0 c1 c2 c3 | d0 d1 d2 d3     one word each
 *   values   a0 b0 c0 d0 | a1 b1 c1 d1 | a2 b2 c2 d2 | a3 b3 c3 d3     one word each
 *
 * To transpose, pairs of words `x` and `y` first exchange bytes, then halves: `d = ((x >>> n) ^ y) & mask; x ^= d << n;
 * y ^= d` (Warren, Hacker's Delight, 7-3).
 *
 * For every width, four streams are transposed at a time. The last `width % 4` streams and `count % 4` values are moved
 * byte by byte.
 */
import { viewOf } from '@marquetry/core';

/**
 * Number of blocks of 4 x 4 bytes to transpose per pass. Each value is visited once per four streams, and this many
 * blocks stay in the L1 cache between these visits.
 */
const blockQuads = 64;

/** Joins byte streams into values, as {@link Kernels.joinStreams} specifies. */
export function joinStreams(
  source: Uint8Array,
  position: number,
  stride: number,
  width: number,
  target: Uint8Array,
  at: number,
  count: number,
): void {
  const quads = count >> 2;
  const wide = quads === 0 ? 0 : width & ~3;
  if (wide > 0) {
    const from = viewOf(source);
    const first = target.byteOffset + at;
    if (wide === width && first % 4 === 0) {
      const words = new Int32Array(target.buffer, first, quads * width);
      if (width === 4) joinWords(from, position, stride, words, quads);
      else if (width === 8) joinDoubleWords(from, position, stride, words, quads);
      else {
        for (let q = 0; q < quads; q += blockQuads) {
          const n = Math.min(blockQuads, quads - q);
          for (let k = 0; k < wide; k += 4) {
            joinWideWords(from, position + 4 * q + k * stride, stride, words, q * width + k / 4, width / 4, n);
          }
        }
      }
    } else {
      const to = viewOf(target);
      for (let q = 0; q < quads; q += blockQuads) {
        const n = Math.min(blockQuads, quads - q);
        const start = position + 4 * q;
        for (let k = 0; k < wide; k += 4) {
          transpose(from, start + k * stride, stride, 4, to, at + 4 * q * width + k, width, 4 * width, n);
        }
      }
    }
  }
  for (let k = 0; k < width; k++) {
    const stream = position + k * stride;
    for (let i = k < wide ? 4 * quads : 0; i < count; i++) target[at + i * width + k] = source[stream + i] as number;
  }
}

/** Splits values into byte streams, as {@link Kernels.splitStreams} specifies. */
export function splitStreams(
  source: Uint8Array,
  at: number,
  width: number,
  target: Uint8Array,
  position: number,
  stride: number,
  count: number,
): void {
  const quads = count >> 2;
  const wide = width & ~3;
  if (wide > 0) {
    const first = source.byteOffset + at;
    const begin = target.byteOffset + position;
    if (width === 4 && (first | begin | stride) % 4 === 0) {
      const words = new Int32Array(target.buffer, begin, (3 * stride) / 4 + quads);
      splitWords(new Int32Array(source.buffer, first, 4 * quads), words, stride / 4, quads);
    } else {
      const from = viewOf(source);
      const to = viewOf(target);
      for (let q = 0; q < quads; q += blockQuads) {
        const n = Math.min(blockQuads, quads - q);
        const start = position + 4 * q;
        for (let k = 0; k < wide; k += 4) {
          transpose(from, at + 4 * q * width + k, width, 4 * width, to, start + k * stride, stride, 4, n);
        }
      }
    }
  }
  for (let k = 0; k < width; k++) {
    const stream = position + k * stride;
    for (let i = k < wide ? 4 * quads : 0; i < count; i++) target[stream + i] = source[at + i * width + k] as number;
  }
}

/**
 * Does what {@link transpose} does, but only for values of one aligned word whose streams are also aligned. `stride` is
 * the number of words from one stream to the next. Takes less than half as long as `transpose`.
 */
function splitWords(source: Int32Array, target: Int32Array, stride: number, quads: number): void {
  const to2 = 2 * stride;
  const to3 = 3 * stride;
  let s = 0;
  for (let t = 0; t < quads; t++) {
    const a = source[s] as number;
    const b = source[s + 1] as number;
    const c = source[s + 2] as number;
    const d = source[s + 3] as number;
    const ab = ((a >>> 8) ^ b) & 0x00ff00ff;
    const cd = ((c >>> 8) ^ d) & 0x00ff00ff;
    const ab02 = a ^ (ab << 8);
    const ab13 = b ^ ab;
    const cd02 = c ^ (cd << 8);
    const cd13 = d ^ cd;
    const even = ((ab02 >>> 16) ^ cd02) & 0xffff;
    const odd = ((ab13 >>> 16) ^ cd13) & 0xffff;
    target[t] = ab02 ^ (even << 16);
    target[t + stride] = ab13 ^ (odd << 16);
    target[t + to2] = cd02 ^ even;
    target[t + to3] = cd13 ^ odd;
    s += 4;
  }
}

/**
 * Does what {@link transpose} does, but only for values of one aligned word: writes `4 * quads` values, starting at
 * `target[0]`. It is a tenth faster than `transpose`, because the distances between target words are constants.
 */
function joinWords(source: DataView, position: number, stride: number, target: Int32Array, quads: number): void {
  const f2 = 2 * stride;
  const f3 = 3 * stride;
  let t = 0;
  for (let s = position, end = position + 4 * quads; s < end; s += 4) {
    const a = source.getInt32(s, true);
    const b = source.getInt32(s + stride, true);
    const c = source.getInt32(s + f2, true);
    const d = source.getInt32(s + f3, true);
    const ab = ((a >>> 8) ^ b) & 0x00ff00ff;
    const cd = ((c >>> 8) ^ d) & 0x00ff00ff;
    const ab02 = a ^ (ab << 8);
    const ab13 = b ^ ab;
    const cd02 = c ^ (cd << 8);
    const cd13 = d ^ cd;
    const even = ((ab02 >>> 16) ^ cd02) & 0xffff;
    const odd = ((ab13 >>> 16) ^ cd13) & 0xffff;
    target[t] = ab02 ^ (even << 16);
    target[t + 1] = ab13 ^ (odd << 16);
    target[t + 2] = cd02 ^ even;
    target[t + 3] = cd13 ^ odd;
    t += 4;
  }
}

/** Like {@link joinWords}, but for values of two words. Writes the low and the high words in one pass. */
function joinDoubleWords(source: DataView, position: number, stride: number, target: Int32Array, quads: number): void {
  const f2 = 2 * stride;
  const f3 = 3 * stride;
  const f4 = 4 * stride;
  const f5 = 5 * stride;
  const f6 = 6 * stride;
  const f7 = 7 * stride;
  let t = 0;
  for (let s = position, end = position + 4 * quads; s < end; s += 4) {
    const a = source.getInt32(s, true);
    const b = source.getInt32(s + stride, true);
    const c = source.getInt32(s + f2, true);
    const d = source.getInt32(s + f3, true);
    const ab = ((a >>> 8) ^ b) & 0x00ff00ff;
    const cd = ((c >>> 8) ^ d) & 0x00ff00ff;
    const ab02 = a ^ (ab << 8);
    const ab13 = b ^ ab;
    const cd02 = c ^ (cd << 8);
    const cd13 = d ^ cd;
    const even = ((ab02 >>> 16) ^ cd02) & 0xffff;
    const odd = ((ab13 >>> 16) ^ cd13) & 0xffff;
    target[t] = ab02 ^ (even << 16);
    target[t + 2] = ab13 ^ (odd << 16);
    target[t + 4] = cd02 ^ even;
    target[t + 6] = cd13 ^ odd;
    const e = source.getInt32(s + f4, true);
    const f = source.getInt32(s + f5, true);
    const g = source.getInt32(s + f6, true);
    const h = source.getInt32(s + f7, true);
    const ef = ((e >>> 8) ^ f) & 0x00ff00ff;
    const gh = ((g >>> 8) ^ h) & 0x00ff00ff;
    const ef02 = e ^ (ef << 8);
    const ef13 = f ^ ef;
    const gh02 = g ^ (gh << 8);
    const gh13 = h ^ gh;
    const evenHigh = ((ef02 >>> 16) ^ gh02) & 0xffff;
    const oddHigh = ((ef13 >>> 16) ^ gh13) & 0xffff;
    target[t + 1] = ef02 ^ (evenHigh << 16);
    target[t + 3] = ef13 ^ (oddHigh << 16);
    target[t + 5] = gh02 ^ evenHigh;
    target[t + 7] = gh13 ^ oddHigh;
    t += 8;
  }
}

/**
 * Joins four streams, as {@link transpose} does, but only for values of two or more words that are aligned in the
 * target. Storing aligned words is faster than storing through a DataView. Writes one word per value: that of value `j`
 * of block `q` to `target[at + (4 * q + j) * apart]`.
 */
function joinWideWords(
  source: DataView,
  position: number,
  stride: number,
  target: Int32Array,
  at: number,
  apart: number,
  quads: number,
): void {
  const from2 = 2 * stride;
  const from3 = 3 * stride;
  const to2 = 2 * apart;
  const to3 = 3 * apart;
  let t = at;
  for (let s = position, end = position + 4 * quads; s < end; s += 4) {
    const a = source.getInt32(s, true);
    const b = source.getInt32(s + stride, true);
    const c = source.getInt32(s + from2, true);
    const d = source.getInt32(s + from3, true);
    const ab = ((a >>> 8) ^ b) & 0x00ff00ff;
    const cd = ((c >>> 8) ^ d) & 0x00ff00ff;
    const ab02 = a ^ (ab << 8);
    const ab13 = b ^ ab;
    const cd02 = c ^ (cd << 8);
    const cd13 = d ^ cd;
    const even = ((ab02 >>> 16) ^ cd02) & 0xffff;
    const odd = ((ab13 >>> 16) ^ cd13) & 0xffff;
    target[t] = ab02 ^ (even << 16);
    target[t + apart] = ab13 ^ (odd << 16);
    target[t + to2] = cd02 ^ even;
    target[t + to3] = cd13 ^ odd;
    t += 4 * apart;
  }
}

/**
 * Transposes `quads` blocks of four words each. In source and target, word `j` of block `q` is at `position + j * apart
 * + q * step`.
 */
function transpose(
  source: DataView,
  sourcePosition: number,
  sourceApart: number,
  sourceStep: number,
  target: DataView,
  targetPosition: number,
  targetApart: number,
  targetStep: number,
  quads: number,
): void {
  const from2 = 2 * sourceApart;
  const from3 = 3 * sourceApart;
  const to2 = 2 * targetApart;
  const to3 = 3 * targetApart;
  let s = sourcePosition;
  let t = targetPosition;
  for (let q = 0; q < quads; q++) {
    const a = source.getInt32(s, true);
    const b = source.getInt32(s + sourceApart, true);
    const c = source.getInt32(s + from2, true);
    const d = source.getInt32(s + from3, true);
    const ab = ((a >>> 8) ^ b) & 0x00ff00ff;
    const cd = ((c >>> 8) ^ d) & 0x00ff00ff;
    const ab02 = a ^ (ab << 8);
    const ab13 = b ^ ab;
    const cd02 = c ^ (cd << 8);
    const cd13 = d ^ cd;
    const even = ((ab02 >>> 16) ^ cd02) & 0xffff;
    const odd = ((ab13 >>> 16) ^ cd13) & 0xffff;
    target.setInt32(t, ab02 ^ (even << 16), true);
    target.setInt32(t + targetApart, ab13 ^ (odd << 16), true);
    target.setInt32(t + to2, cd02 ^ even, true);
    target.setInt32(t + to3, cd13 ^ odd, true);
    s += sourceStep;
    t += targetStep;
  }
}
