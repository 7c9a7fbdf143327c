/** Encodes and writes ALP vectors: groups of values that share one scale. */
import { type GrowingBytes, packWide, writeUint32 } from '@marquetry/bit-io';
import type { Kernels } from '@marquetry/core';
import type { Scale } from './options.js';
import { toIntegers } from './to-integers.js';
import { type Numbers, vectorHeaderBytes, type WordsPerValue } from './vector.js';

/**
 * Bytes per exception (its position and its value), indexed by the words per value. Besides its header, a written
 * vector never takes more than this many bytes per value.
 */
export const largestValueBytes: Readonly<Record<WordsPerValue, number>> = { 1: 6, 2: 10 };

/** Appends a vector of `count` values to `body`. `numbers` and `words` are views of the same values. */
export type VectorWriter = (
  body: GrowingBytes,
  numbers: Numbers,
  words: Int32Array,
  count: number,
  scale: Scale,
) => void;

/**
 * Creates the writer for the vectors of a page.
 * @param largest Number of values in the largest vector.
 */
export function createVectorWriter(wordsPerValue: WordsPerValue, largest: number, kernels: Kernels): VectorWriter {
  const integers = new Float64Array(largest);
  const exceptions = new Uint16Array(largest);
  const lows = new Int32Array(largest);
  const highs = new Int32Array(wordsPerValue === 2 ? largest : 0);
  const headerBytes = vectorHeaderBytes[wordsPerValue];

  return (body, numbers, words, count, scale) => {
    let { exponent, factor } = scale;
    let found = toIntegers(numbers, count, exponent, factor, integers, exceptions, count);
    let least = fillExceptions(integers, count, exceptions, found);
    let width = found === count ? 0 : toDeltas(integers, count, least, lows, highs);
    if (
      Math.ceil((count * width) / 8) + found * largestValueBytes[wordsPerValue] >
      count * largestValueBytes[wordsPerValue]
    ) {
      for (let i = 0; i < count; i++) exceptions[i] = i;
      found = count;
      width = 0;
    }
    if (found === count) {
      exponent = 0;
      factor = 0;
      least = 0;
    }

    const packedBytes = Math.ceil((count * width) / 8);
    const start = body.length;
    const target = body.reserve(headerBytes + packedBytes + found * largestValueBytes[wordsPerValue]);
    target[start] = exponent;
    target[start + 1] = factor;
    target[start + 2] = found;
    target[start + 3] = found >>> 8;
    let at = writeUint32(target, start + 4, lowWord(least));
    if (wordsPerValue === 2) at = writeUint32(target, at, highWord(least));
    target[at++] = width;
    if (width > 32) packWide(lows, highs, 0, count, width, target, at);
    else kernels.pack(lows, 0, count, width, target, at);
    at += packedBytes;
    for (let i = 0; i < found; i++) {
      const position = exceptions[i] as number;
      target[at++] = position;
      target[at++] = position >>> 8;
    }
    for (let i = 0; i < found; i++) {
      const from = wordsPerValue * (exceptions[i] as number);
      at = writeUint32(target, at, words[from] as number);
      if (wordsPerValue === 2) at = writeUint32(target, at, words[from + 1] as number);
    }
    body.length = at;
  };
}

/**
 * Replaces the integers of exceptions with the first integer that is not an exception, so that they do not make the
 * vector wider. Returns the smallest integer.
 */
function fillExceptions(integers: Float64Array, count: number, exceptions: Uint16Array, found: number): number {
  let first = 0;
  while (first < found && exceptions[first] === first) first++;
  const placeholder = first < count ? (integers[first] as number) : 0;
  for (let i = 0; i < found; i++) integers[exceptions[i] as number] = placeholder;
  let least = placeholder;
  for (let i = 0; i < count; i++) if ((integers[i] as number) < least) least = integers[i] as number;
  return least;
}

/**
 * Subtracts the smallest integer from all integers, modulo 2^64. Writes the low words of the differences to `lows`, and
 * the high words to `highs` if a difference needs more than 32 bits. Returns the number of bits that the largest
 * difference needs. A double represents each integer exactly, but differences are exact only below 2^53.
 */
function toDeltas(integers: Float64Array, count: number, least: number, lows: Int32Array, highs: Int32Array): number {
  let largest = least;
  for (let i = 0; i < count; i++) if ((integers[i] as number) > largest) largest = integers[i] as number;
  if (largest - least < 4294967296) {
    for (let i = 0; i < count; i++) lows[i] = (integers[i] as number) - least;
    return 32 - Math.clz32(largest - least);
  }
  const leastLow = lowWord(least) >>> 0;
  const leastHigh = highWord(least);
  let seen = 0;
  for (let i = 0; i < count; i++) {
    const integer = integers[i] as number;
    const low = lowWord(integer) >>> 0;
    const high = (highWord(integer) - leastHigh - (low < leastLow ? 1 : 0)) | 0;
    lows[i] = low - leastLow;
    highs[i] = high;
    seen |= high;
  }
  return 64 - Math.clz32(seen);
}

/** Returns the low 32 bits of an integer, as a signed 32-bit integer. */
function lowWord(integer: number): number {
  return integer | 0;
}

function highWord(integer: number): number {
  return Math.floor(integer / 4294967296) | 0;
}
