/**
 * Converts integers to DOUBLE. The format requires an INT64 to be rounded to DOUBLE once. This code does not use
 * BigInt: it adds two doubles that are both exact, so that only the sum is rounded.
 */
import type { Kernels } from '@marquetry/core';
import { doubleFractions, doublePowers } from './powers.js';
import { unpackWide, wideSlack } from './unpack-wide.js';
import type { Vector } from './vector.js';

/**
 * Number of values to unpack per batch. The unpacked words of a batch fit in the L1 cache. The number is a multiple of
 * 8, so that each batch starts at a byte boundary.
 */
const partValues = 1024;

/** Scratch memory of the decoder, shared by all vectors of a page. */
export interface DoubleScratch {
  /** The number of values that {@link lows} holds. */
  readonly size: number;
  /** The low words of packed integers. Created for the first vector that no kernel decodes. */
  lows: Int32Array | undefined;
  /** The memory for packed integers that do not fit in 32 bits. Created for the first vector that has them. */
  wide: WideScratch | undefined;
}

interface WideScratch {
  readonly highs: Int32Array;
  /**
   * A copy of the last packed integers of the page. It is used if the page has too few bytes after them, because loads
   * of whole words read a few bytes beyond the integers.
   */
  readonly tail: Uint8Array;
  readonly tailView: DataView;
}

/**
 * Creates the scratch memory for decoding a page.
 * @param largest Number of values in the largest vector.
 */
export function createDoubleScratch(largest: number): DoubleScratch {
  return { size: Math.min(partValues, largest), lows: undefined, wide: undefined };
}

function createWideScratch(values: number): WideScratch {
  const tail = new Uint8Array(8 * values + wideSlack);
  return { highs: new Int32Array(values), tail, tailView: new DataView(tail.buffer) };
}

/**
 * Decodes a vector into `doubles`, starting at index `at`. The caller then overwrites the values at the positions of
 * exceptions.
 */
export function decodeDoubles(
  bytes: Uint8Array,
  view: DataView,
  vector: Vector,
  kernels: Kernels,
  scratch: DoubleScratch,
  doubles: Float64Array,
  at: number,
): void {
  const { count, width, packedAt, referenceLow, referenceHigh } = vector;
  const power = doublePowers[vector.factor] as number;
  const fraction = doubleFractions[vector.exponent] as number;
  const reference = referenceHigh * 4294967296 + (referenceLow >>> 0);
  // If true, the reference is exact as a double, and adding a packed integer of up to 53 bits cannot wrap. An example
  // of a reference that is not exact: 2^53 + 1 would be rounded to 2^53.
  const isExact = Math.abs(reference) < 2 ** 53;
  if (isExact && width < 32 && kernels.scaleDoubles !== undefined) {
    if (kernels.scaleDoubles(bytes, packedAt, width, reference, power, fraction, doubles, at, count)) return;
  }
  scratch.lows ??= new Int32Array(scratch.size);
  const { lows } = scratch;
  for (let done = 0; done < count; done += partValues) {
    const part = Math.min(partValues, count - done);
    const position = packedAt + (done >>> 3) * width;
    const target = at + done;
    if (isExact && width <= 32) {
      kernels.unpack(bytes, position, width, lows, 0, part, view);
      if (width < 32) scaleNarrow(lows, part, reference, power, fraction, doubles, target);
      else scaleUnsigned(lows, part, reference, power, fraction, doubles, target);
      continue;
    }
    scratch.wide ??= createWideScratch(scratch.size);
    const { highs, tail, tailView } = scratch.wide;
    if (width > 32) {
      const packedEnd = position + Math.ceil((part * width) / 8);
      const hasSlack = packedEnd + wideSlack <= bytes.length;
      if (!hasSlack) tail.set(bytes.subarray(position, packedEnd));
      unpackWide(hasSlack ? view : tailView, hasSlack ? position : 0, width, lows, highs, part);
    } else {
      kernels.unpack(bytes, position, width, lows, 0, part, view);
      highs.fill(0, 0, part);
    }
    if (isExact && width <= 53) scaleWide(lows, highs, part, reference, power, fraction, doubles, target);
    else scaleWrapping(lows, highs, part, referenceLow, referenceHigh, power, fraction, doubles, target);
  }
}

function scaleNarrow(
  deltas: Int32Array,
  count: number,
  reference: number,
  power: number,
  fraction: number,
  doubles: Float64Array,
  at: number,
): void {
  for (let i = 0; i < count; i++) doubles[at + i] = (reference + (deltas[i] as number)) * power * fraction;
}

function scaleUnsigned(
  deltas: Int32Array,
  count: number,
  reference: number,
  power: number,
  fraction: number,
  doubles: Float64Array,
  at: number,
): void {
  for (let i = 0; i < count; i++) doubles[at + i] = (reference + ((deltas[i] as number) >>> 0)) * power * fraction;
}

function scaleWide(
  lows: Int32Array,
  highs: Int32Array,
  count: number,
  reference: number,
  power: number,
  fraction: number,
  doubles: Float64Array,
  at: number,
): void {
  for (let i = 0; i < count; i++) {
    const delta = (highs[i] as number) * 4294967296 + ((lows[i] as number) >>> 0);
    doubles[at + i] = (reference + delta) * power * fraction;
  }
}

/** Scales integers whose sum with the reference may overflow: computes the sums modulo 2^64. */
function scaleWrapping(
  lows: Int32Array,
  highs: Int32Array,
  count: number,
  referenceLow: number,
  referenceHigh: number,
  power: number,
  fraction: number,
  doubles: Float64Array,
  at: number,
): void {
  const least = referenceLow >>> 0;
  for (let i = 0; i < count; i++) {
    const sum = least + ((lows[i] as number) >>> 0);
    const carry = sum >= 4294967296 ? 1 : 0;
    const high = ((highs[i] as number) + referenceHigh + carry) | 0;
    doubles[at + i] = (high * 4294967296 + (sum - carry * 4294967296)) * power * fraction;
  }
}
