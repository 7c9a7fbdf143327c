/** Converts integers to FLOAT. Every step is rounded to binary32, as the format requires. */
import type { Kernels } from '@marquetry/core';
import { floatFractions, floatPowers } from './powers.js';
import type { Vector } from './vector.js';

/**
 * Decodes a vector into `floats`, starting at index `at`. The caller then overwrites the values at the positions of
 * exceptions. `words` is a view of the same memory as `floats`.
 */
export function decodeFloats(
  bytes: Uint8Array,
  view: DataView,
  vector: Vector,
  kernels: Kernels,
  words: Int32Array,
  floats: Float32Array,
  at: number,
): void {
  const { count, width, packedAt, referenceLow } = vector;
  const power = floatPowers[vector.factor] as number;
  const fraction = floatFractions[vector.exponent] as number;
  if (kernels.scaleFloats?.(bytes, packedAt, width, referenceLow, power, fraction, floats, at, count) === true) return;
  kernels.unpack(bytes, packedAt, width, words, at, count, view);
  for (let i = at, end = at + count; i < end; i++) {
    // JavaScript multiplies in binary64, in which the product of two FLOATs is exact. Each `fround` therefore rounds
    // once, as binary32 would.
    const integer = Math.fround(((words[i] as number) + referenceLow) | 0);
    floats[i] = Math.fround(Math.fround(integer * power) * fraction);
  }
}
