/**
 * Chooses the scale of each vector: the powers of ten by which its values are multiplied. Up to five scales are kept,
 * and each vector uses the one that makes a sample of its values smallest, as in "ALP: Adaptive Lossless floating-Point
 * Compression" (Afroozeh, Kuffo, Boncz, SIGMOD 2024).
 *
 *   vector       0  1  2  3  4  5  6  7  8 ...
 *   searched     *  *  *     *           *     tries all scales on 32 values, then the best 8 of them on 256
 *   others                *     *  *  *        tries the kept scales on 32 values; searches too if more than 1 in 8 are exceptions
 *
 * The paper samples a whole row group before writing it. This encoder writes each vector when it is full, so it
 * searches again as the values change.
 */
import type { Scale } from './options.js';
import { toIntegers } from './to-integers.js';
import { maxExponents, type Numbers, type WordsPerValue } from './vector.js';

/** Maximum number of scales that a preset keeps: five, as in the ALP paper. */
const presetSize = 5;
/** Number of sampled values on which scales are compared. A search tries all scales on this sample. */
const fewValues = 32;
/**
 * Number of values in the second, larger sample of a search. On this sample, the search compares only the best scales
 * for the first sample, at most `finalists`.
 */
const manyValues = 256;
const finalists = 8;
/** If more than this share of a vector's sample is exceptions, the encoder searches for a better scale. */
const toleratedShare = 1 / 8;
/** After a search that found no better scale, the encoder waits at most this many vectors before it searches again. */
const maxPatience = 32;

export interface Preset {
  /** Returns the scale for a vector that has the values `numbers[0, count)`. Call it for the vectors in order. */
  choose(numbers: Numbers, count: number): Scale;
}

/**
 * Creates a preset, which chooses the scale of each vector and adapts to the values.
 * @param exceptionBits Bits per exception: its position and the value.
 */
export function createPreset(wordsPerValue: WordsPerValue, exceptionBits: number): Preset {
  const maxExponent = maxExponents[wordsPerValue];
  const many = wordsPerValue === 1 ? new Float32Array(manyValues) : new Float64Array(manyValues);
  const few = many.slice(0, fewValues);
  const integers = new Float64Array(manyValues);
  const exceptions = new Uint16Array(manyValues);
  /**
   * The scales that are kept for the next vectors, starting with the one that was best for the previous vector. The
   * list initially contains the scale 1, which suits integers: integers are common, but a search does not choose this
   * scale if its sample contains only decimals.
   */
  const scales: Scale[] = [unscaled];
  let ordinal = 0;
  /** The ordinal of the next vector with a scheduled search: 0, 1, 2, 4, 8 ... */
  let scheduled = 0;
  /**
   * The first vector at which exceptions may cause another search. Each search that finds nothing better doubles the
   * number of vectors to wait.
   */
  let retryAt = 0;
  let patience = 1;

  /**
   * Returns the size of the encoded sample in bits. If the size exceeds `bound`, the result is some number above
   * `bound`.
   */
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

  /**
   * Returns at most `wanted` of the candidate scales, the best first. If two are equally good, the earlier candidate
   * comes first.
   */
  function best(sample: Numbers, candidates: Iterable<Scale>, wanted: number): Rated[] {
    const rated: Rated[] = [];
    for (const scale of candidates) {
      const last = rated.length < wanted ? undefined : rated[wanted - 1];
      const cost = costOf(sample, scale, last?.cost ?? Number.MAX_SAFE_INTEGER);
      if (last !== undefined && cost >= last.cost) continue;
      let place = rated.length;
      while (place > 0 && (rated[place - 1] as Rated).cost > cost) place--;
      rated.splice(place, 0, { scale, cost });
      rated.length = Math.min(rated.length, wanted);
    }
    return rated;
  }

  /** Searches for a scale that is better than those in `scales`. Returns true if it finds one. */
  function search(numbers: Numbers, count: number, sample: Numbers): boolean {
    const found = best(sample, allScales(maxExponent), finalists).map(({ scale }) => scale);
    const [first] = best(takeSample(numbers, count, many), [...scales, ...found], 1);
    if (first === undefined || scales.includes(first.scale)) return false;
    scales.unshift(first.scale);
    if (scales.length > presetSize) scales.pop();
    return true;
  }

  return {
    choose(numbers, count): Scale {
      const sample = takeSample(numbers, count, few);
      if (ordinal === scheduled) {
        search(numbers, count, sample);
        scheduled = Math.max(1, 2 * ordinal);
      }
      let scale = bestKept(sample);
      if (exceptionsOf(sample, scale) <= sample.length * toleratedShare) patience = 1;
      else if (ordinal >= retryAt) {
        patience = search(numbers, count, sample) ? 1 : Math.min(2 * patience, maxPatience);
        retryAt = ordinal + patience;
        scale = bestKept(sample);
      }
      ordinal++;
      return scale;
    },
  };

  function bestKept(sample: Numbers): Scale {
    const scale = best(sample, scales, 1)[0]?.scale ?? unscaled;
    const place = scales.indexOf(scale);
    if (place > 0) scales.unshift(...scales.splice(place, 1));
    return scale;
  }
}

interface Rated {
  readonly scale: Scale;
  readonly cost: number;
}

const unscaled: Scale = { exponent: 0, factor: 0 };

/**
 * Yields all scales that the format allows, small exponents first. If several scales suit a sample equally well,
 * `best` prefers the first one, and small exponents are exact for a larger range of integers.
 */
function* allScales(maxExponent: number): Iterable<Scale> {
  for (let exponent = 0; exponent <= maxExponent; exponent++) {
    for (let factor = 0; factor <= exponent; factor++) yield { exponent, factor };
  }
}

/**
 * Fills `sample` with evenly spaced values of `numbers[0, count)`. If all these values fit in the sample, returns them
 * instead.
 */
function takeSample(numbers: Numbers, count: number, sample: Numbers): Numbers {
  if (count <= sample.length) return numbers.subarray(0, count);
  const step = count / sample.length;
  for (let i = 0; i < sample.length; i++) sample[i] = numbers[Math.floor(i * step)] as number;
  return sample;
}

/**
 * Returns the number of bits per packed integer for the values that are not exceptions. The result is approximate if
 * integers exceed 2^53.
 */
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
