/** Converts integers to FLOAT in binary32: every step rounds. */
import type { Kernels } from '@marquetry/core';
import { floatFractions, floatPowers } from './powers.js';
import type { Vector } from './vector.js';

/** Decodes a vector to `floats[at ...]`; `words` is the same memory. The caller patches exceptions. */
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
    // The product of two FLOATs is exact as a DOUBLE, so each `fround` is the only rounding of its step.
    const integer = Math.fround(((words[i] as number) + referenceLow) | 0);
    floats[i] = Math.fround(Math.fround(integer * power) * fraction);
  }
}
