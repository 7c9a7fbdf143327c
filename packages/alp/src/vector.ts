/**
 * The layout of a vector (AlpEncoding.md#vector-format). Each vector can be decoded without the others.
 *
 *   exponent             u8    at most 10 (FLOAT), 18 (DOUBLE)
 *   factor               u8    at most the exponent
 *   num exceptions       u16
 *   frame of reference   i32 (FLOAT), i64 (DOUBLE)    the smallest integer
 *   bit width            u8    at most 32 (FLOAT), 64 (DOUBLE)
 *   packed               integers minus the smallest, unsigned, low bit first: ceil(values * width / 8) bytes
 *   positions            u16 per exception, within the vector
 *   exceptions           the unchanged values: 4 or 8 bytes each
 */
import { readInt32 } from '@marquetry/bit-io';
import { ParquetError } from '@marquetry/core';
import type { Scale } from './options.js';
import { maxDoubleExponent, maxFloatExponent } from './powers.js';

/** Number of 32-bit words per value: 1 for FLOAT, 2 for DOUBLE. */
export type WordsPerValue = 1 | 2;

/** The values of a vector: floats or doubles. */
export type Numbers = Float32Array | Float64Array;

/** Bytes of a vector before the packed integers, indexed by the words per value. */
export const vectorHeaderBytes: Readonly<Record<WordsPerValue, number>> = { 1: 9, 2: 13 };

/** The largest exponent, indexed by the words per value. */
export const maxExponents: Readonly<Record<WordsPerValue, number>> = { 1: maxFloatExponent, 2: maxDoubleExponent };

/** The header of a vector. {@link readVector} has checked that all parts of the vector are within the page. */
export interface Vector extends Scale {
  /** Number of values, including exceptions. */
  readonly count: number;
  /** The smallest integer of the vector as a low and a high 32-bit word. For FLOAT, the high word is the sign extension. */
  readonly referenceLow: number;
  readonly referenceHigh: number;
  /** Number of bits per packed integer. */
  readonly width: number;
  readonly packedAt: number;
  readonly exceptions: number;
  readonly positionsAt: number;
  readonly exceptionsAt: number;
}

/**
 * Reads the header of a vector of `count` values, and computes the positions of its parts.
 * @param start The position of the header. The caller has checked that the header is within the bytes.
 * @param end The position at which the vector must end, if known.
 * @throws ParquetError CORRUPT for sizes that the format does not allow, or if the vector does not end at `end`;
 * TRUNCATED if there are too few bytes.
 */
export function readVector(
  bytes: Uint8Array,
  start: number,
  end: number | undefined,
  count: number,
  wordsPerValue: WordsPerValue,
): Vector {
  const exponent = bytes[start] as number;
  const factor = bytes[start + 1] as number;
  const exceptions = (bytes[start + 2] as number) | ((bytes[start + 3] as number) << 8);
  const referenceLow = readInt32(bytes, start + 4);
  const referenceHigh = wordsPerValue === 1 ? referenceLow >> 31 : readInt32(bytes, start + 8);
  const packedAt = start + vectorHeaderBytes[wordsPerValue];
  const width = bytes[packedAt - 1] as number;
  const maxExponent = maxExponents[wordsPerValue];
  if (exponent > maxExponent || factor > exponent) {
    throw new ParquetError(
      'CORRUPT',
      `an ALP vector requires factor <= exponent <= ${maxExponent}, got factor ${factor} and exponent ${exponent}`,
      { offset: start },
    );
  }
  if (exceptions > count) {
    throw new ParquetError('CORRUPT', `an ALP vector of ${count} values cannot have ${exceptions} exceptions`, {
      offset: start + 2,
    });
  }
  if (width > 32 * wordsPerValue) {
    throw new ParquetError(
      'CORRUPT',
      `an ALP vector can have at most ${32 * wordsPerValue} bits per integer, got ${width}`,
      { offset: packedAt - 1 },
    );
  }
  const positionsAt = packedAt + Math.ceil((count * width) / 8);
  const exceptionsAt = positionsAt + 2 * exceptions;
  const realEnd = exceptionsAt + 4 * wordsPerValue * exceptions;
  if (realEnd > bytes.length) {
    throw new ParquetError('TRUNCATED', `an ALP vector of ${realEnd - start} bytes extends past the end of the page`, {
      offset: bytes.length,
    });
  }
  if (end !== undefined && realEnd !== end) {
    throw new ParquetError('CORRUPT', `an ALP vector ends at byte ${realEnd}, but the next one starts at byte ${end}`, {
      offset: start,
    });
  }
  return {
    exponent,
    factor,
    count,
    referenceLow,
    referenceHigh,
    width,
    packedAt,
    exceptions,
    positionsAt,
    exceptionsAt,
  };
}

/**
 * Overwrites the decoded values at the positions of exceptions with the stored values. They are copied as integers,
 * because JavaScript engines may change the bits of a NaN that is copied as a number.
 * @param at The index of the vector's first value in `words`, counted in values.
 * @throws ParquetError CORRUPT for a position outside the vector.
 */
export function patchExceptions(
  view: DataView,
  vector: Vector,
  words: Int32Array,
  at: number,
  wordsPerValue: WordsPerValue,
): void {
  const { exceptions, positionsAt, exceptionsAt, count } = vector;
  for (let i = 0; i < exceptions; i++) {
    const from = positionsAt + 2 * i;
    const position = view.getUint16(from, true);
    if (position >= count) {
      throw new ParquetError('CORRUPT', `an ALP exception has position ${position} in a vector of ${count} values`, {
        offset: from,
      });
    }
    const value = exceptionsAt + 4 * wordsPerValue * i;
    const target = wordsPerValue * (at + position);
    words[target] = view.getInt32(value, true);
    if (wordsPerValue === 2) words[target + 1] = view.getInt32(value + 4, true);
  }
}
