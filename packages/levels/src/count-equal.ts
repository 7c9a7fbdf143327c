/**
 * Counts levels, four at a time.
 */

/** Counts the levels of `[from, to)` that equal `level`. */
export function countEqual(levels: Uint8Array, level: number, from = 0, to: number = levels.length): number {
  const aligned = from + (-(levels.byteOffset + from) & 3);
  if (aligned >= to) return countSingly(levels, level, from, to);
  const wordCount = (to - aligned) >> 2;
  const words = new Int32Array(levels.buffer, levels.byteOffset + aligned, wordCount);
  const wanted = Math.imul(level, 0x01010101);
  let count = countSingly(levels, level, from, aligned);
  for (let start = 0; start < wordCount; start += sumsInByte) {
    const end = Math.min(wordCount, start + sumsInByte);
    let sums = 0;
    for (let i = start; i < end; i++) {
      // Sets the top bit of each byte that differs from `level`: the sum sets it if any of the lower seven bits differ,
      // and the OR if the top bit differs.
      const different = (words[i] as number) ^ wanted;
      const marks = ((different & 0x7f7f7f7f) + 0x7f7f7f7f) | different;
      sums += (~marks >>> 7) & 0x01010101;
    }
    count += (sums & 0xff) + ((sums >>> 8) & 0xff) + ((sums >>> 16) & 0xff) + (sums >>> 24);
  }
  return count + countSingly(levels, level, aligned + 4 * wordCount, to);
}

/**
 * Maximum number of words to add before a byte of the sum could overflow, because each word adds at most 1 to a byte.
 */
const sumsInByte = 255;

function countSingly(levels: Uint8Array, level: number, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) count += levels[i] === level ? 1 : 0;
  return count;
}
