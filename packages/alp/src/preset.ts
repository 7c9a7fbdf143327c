/**
 * Which powers of ten a vector is scaled by: the best of up to five, found on samples, as in "ALP: Adaptive Lossless
 * floating-Point Compression" (Afroozeh, Kuffo, Boncz, SIGMOD 2024), section 3.2. There, samples come from all of a row
 * group before it is written; here vectors are written as they fill, so that the five follow the values.
 */
import type { Scale } from './options.js';
import { type Numbers, toIntegers } from './to-integers.js';
import { maxExponents, type WordsPerValue } from './vector.js';

/** Scales kept: the paper's number. */
const presetSize = 5;
/** Values of a vector that all scales are tried on, and that those kept are compared on. */
const searchValues = 64;
const choiceValues = 32;
/** A scale whose share of exceptions is above this has had its day. */
const toleratedShare = 1 / 8;

export interface Preset {
  /** The scale for the vector of `numbers[0, count)`; vectors come in order. */
  choose(numbers: Numbers, count: number): Scale;
}

/** @param exceptionBits What an exception costs: its position and the value. */
export function createPreset(wordsPerValue: WordsPerValue, exceptionBits: number): Preset {
  const maxExponent = maxExponents[wordsPerValue];
  const searched = wordsPerValue === 1 ? new Float32Array(searchValues) : new Float64Array(searchValues);
  const compared = searched.subarray(0, choiceValues);
  const integers = new Float64Array(searchValues);
  const exceptions = new Uint16Array(searchValues);
  /** Those that were best last come first. */
  const scales: Scale[] = [];
  let ordinal = 0;
  /** The next vector that is searched whatever its scale does: 0, 1, 2, 4, 8 ... */
  let scheduled = 0;
  /** No search for many exceptions before this one; each that finds nothing doubles the wait for the next. */
  let retryAt = 0;
  let patience = 1;

  /** Bits that the sample takes; more than `bound` may be any number above it. */
  function costOf(sample: Numbers, scale: Scale, bound: number): number {
    const allowed = Math.floor(bound / exceptionBits);
    const { exponent, factor } = scale;
    const found = toIntegers(sample, sample.length, exponent, factor, integers, exceptions, allowed);
    if (found > allowed) return Number.POSITIVE_INFINITY;
    return sample.length * widthOf(integers, sample.length, exceptions, found) + found * exceptionBits;
  }

  function exceptionsOf(sample: Numbers, { exponent, factor }: Scale): number {
    return toIntegers(sample, sample.length, exponent, factor, integers, exceptions, sample.length);
  }

  /** The scale of the least cost below `bound`; of equal ones the first. */
  function best(sample: Numbers, candidates: Iterable<Scale>, bound: number = Number.MAX_SAFE_INTEGER): Best {
    let scale: Scale | undefined;
    let cost = bound;
    for (const candidate of candidates) {
      const itsCost = costOf(sample, candidate, cost);
      if (itsCost >= cost) continue;
      cost = itsCost;
      scale = candidate;
    }
    return { scale, cost };
  }

  function search(numbers: Numbers, count: number): void {
    const sample = takeSample(numbers, count, searched);
    const known = best(sample, scales);
    const found = best(sample, allScales(maxExponent), known.cost);
    if (found.scale === undefined) {
      patience *= 2;
    } else {
      patience = 1;
      scales.unshift(found.scale);
      if (scales.length > presetSize) scales.pop();
    }
    retryAt = ordinal + patience;
  }

  return {
    choose(numbers, count): Scale {
      if (ordinal === scheduled) {
        search(numbers, count);
        scheduled = Math.max(1, 2 * ordinal);
      }
      const sample = takeSample(numbers, count, compared);
      let chosen = best(sample, scales);
      if (ordinal >= retryAt && exceptionsOf(sample, chosen.scale ?? unscaled) > sample.length * toleratedShare) {
        search(numbers, count);
        chosen = best(sample, scales);
      }
      ordinal++;
      const scale = chosen.scale ?? unscaled;
      const place = scales.indexOf(scale);
      if (place > 0) scales.unshift(...scales.splice(place, 1));
      return scale;
    },
  };
}

interface Best {
  readonly scale: Scale | undefined;
  readonly cost: number;
}

const unscaled: Scale = { exponent: 0, factor: 0 };

/** All scales that the format has. Small ones come first: they are exact for integers of any size. */
function* allScales(maxExponent: number): Iterable<Scale> {
  for (let exponent = 0; exponent <= maxExponent; exponent++) {
    for (let factor = 0; factor <= exponent; factor++) yield { exponent, factor };
  }
}

/** Fills `sample` with those of `numbers[0, count)` as far apart as they can be: all of them, where it has room. */
function takeSample(numbers: Numbers, count: number, sample: Numbers): Numbers {
  if (count <= sample.length) return numbers.subarray(0, count);
  const step = count / sample.length;
  for (let i = 0; i < sample.length; i++) sample[i] = numbers[Math.floor(i * step)] as number;
  return sample;
}

/** Bits of the integers less their least, exceptions left out; near it above 2^53. */
function widthOf(integers: Float64Array, count: number, exceptions: Uint16Array, found: number): number {
  let least = Number.POSITIVE_INFINITY;
  let largest = Number.NEGATIVE_INFINITY;
  for (let i = 0, k = 0; i < count; i++) {
    if (k < found && exceptions[k] === i) {
      k++;
      continue;
    }
    const integer = integers[i] as number;
    if (integer < least) least = integer;
    if (integer > largest) largest = integer;
  }
  return largest > least ? Math.floor(Math.log2(largest - least)) + 1 : 0;
}
