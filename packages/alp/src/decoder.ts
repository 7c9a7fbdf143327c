/**
 * Decodes ALP values. If one call reads a whole vector, the vector is decoded directly into the caller's memory. A
 * vector that several calls read in parts is decoded once, and its values are kept until its last part is read.
 */
import {
  type DecodeContext,
  type FixedValues,
  fixedValues,
  type Kernels,
  limitError,
  requireBuffer,
  requireCount,
  type ValueDecoder,
  viewOf,
} from '@marquetry/core';
import { createDoubleScratch, decodeDoubles } from './decode-doubles.js';
import { decodeFloats } from './decode-floats.js';
import { type AlpPage, openAlpPage, vectorEnd, vectorLength, vectorStart } from './page.js';
import { type Numbers, patchExceptions, readVector, type WordsPerValue } from './vector.js';

export function decodeVectors(bytes: Uint8Array, context: DecodeContext, kernels: Kernels): ValueDecoder {
  const { column, valueCount, limits } = context;
  const { width } = column;
  const wordsPerValue: WordsPerValue = width === 4 ? 1 : 2;
  const page = openAlpPage(bytes, valueCount, wordsPerValue);
  const decodeVector = createVectorDecoder(page, wordsPerValue, kernels);
  const { logVectorSize } = page;
  let done = 0;
  /** The ordinal of the vector whose decoded values are in {@link kept}, or -1 before the first such vector. */
  let keptOrdinal = -1;
  let kept: Int32Array | undefined;

  /** Writes the next `count` values of the page to `words`, starting at value `at` of `words`. */
  function take(words: Int32Array, at: number, count: number): void {
    const numbers = numbersOf(words, wordsPerValue);
    for (let left = count, to = at; left > 0; ) {
      const ordinal = done >>> logVectorSize;
      const from = done & ((1 << logVectorSize) - 1);
      const length = vectorLength(page, ordinal);
      const taken = Math.min(left, length - from);
      if (taken === length) decodeVector(ordinal, words, numbers, to);
      else {
        kept ??= new Int32Array(wordsPerValue * Math.min(valueCount, 2 ** logVectorSize));
        if (keptOrdinal !== ordinal) decodeVector(ordinal, kept, numbersOf(kept, wordsPerValue), 0);
        keptOrdinal = ordinal;
        words.set(kept.subarray(wordsPerValue * from, wordsPerValue * (from + taken)), wordsPerValue * to);
      }
      done += taken;
      to += taken;
      left -= taken;
    }
  }

  return {
    get remaining(): number {
      return valueCount - done;
    },
    read(count): FixedValues {
      requireCount(count, valueCount - done);
      if (count * width > limits.decodedBytes) {
        throw limitError('decodedBytes', limits, `an array of ${count * width} bytes of decoded values`);
      }
      const data = kernels.allocate(count * width);
      take(new Int32Array(data.buffer, data.byteOffset, data.byteLength >> 2), 0, count);
      return fixedValues(column, data, 0, count);
    },
    readInto(target, count): void {
      requireCount(count, valueCount - done);
      const buffer = requireBuffer(target, 'fixed', column);
      buffer.reserve(count);
      take(buffer.words, buffer.length, count);
      buffer.length += count;
    },
    skip(count): void {
      requireCount(count, valueCount - done);
      done += count;
    },
  };
}

/** Returns a view of the words as an array of floats or doubles. */
function numbersOf({ buffer, byteOffset, length }: Int32Array, wordsPerValue: WordsPerValue): Numbers {
  return wordsPerValue === 1
    ? new Float32Array(buffer, byteOffset, length)
    : new Float64Array(buffer, byteOffset, length >> 1);
}

/** Decodes one vector into `words`, starting at value `at` of `words`. `numbers` is a view of the same memory. */
type VectorDecoder = (ordinal: number, words: Int32Array, numbers: Numbers, at: number) => void;

function createVectorDecoder(page: AlpPage, wordsPerValue: WordsPerValue, kernels: Kernels): VectorDecoder {
  const { bytes } = page;
  const view = viewOf(bytes);
  const scratch =
    wordsPerValue === 2 ? createDoubleScratch(Math.min(page.valueCount, 2 ** page.logVectorSize)) : undefined;
  return (ordinal, words, numbers, at) => {
    const length = vectorLength(page, ordinal);
    const vector = readVector(bytes, vectorStart(page, ordinal), vectorEnd(page, ordinal), length, wordsPerValue);
    if (numbers instanceof Float32Array) decodeFloats(bytes, view, vector, kernels, words, numbers, at);
    else if (scratch !== undefined) decodeDoubles(bytes, view, vector, kernels, scratch, numbers, at);
    patchExceptions(view, vector, words, at, wordsPerValue);
  };
}
