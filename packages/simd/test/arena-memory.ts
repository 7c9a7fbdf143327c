/** The kernels under test, and access to their memory. */
import { createSimdKernels, type SimdKernels } from '@marquetry/simd';
import { inputAt } from '../src/arena.js';

/** Kernels whose optional members all exist. */
export type FullKernels = Required<SimdKernels>;

export const simd: FullKernels = requireSimd(createSimdKernels());

function requireSimd(kernels: SimdKernels): FullKernels {
  if (kernels.name !== 'webassembly-simd') throw kernels.refusal;
  return kernels as FullKernels;
}

/** Returns all of the kernels' WebAssembly memory. */
export function memory(): Uint8Array {
  return new Uint8Array(simd.scratch(0).buffer);
}

/** Overwrites the data that earlier calls left in the arena, because no result may depend on it. */
export function litter(byte: number): void {
  memory().fill(byte, inputAt);
}

/** Returns pseudo-random bytes. */
export function noise(length: number, seed = 1): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let state = seed * 2654435761;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
}

type Words = Uint8Array | Int32Array | Float32Array | Float64Array;

/** Returns true if two arrays have the same bytes. This is much faster than a matcher. */
export function sameBytes(a: Words, b: Words): boolean {
  return Buffer.compare(bytesOf(a), bytesOf(b)) === 0;
}

function bytesOf({ buffer, byteOffset, byteLength }: Words): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/**
 * Calls `run` with an arena full of zeros and with one full of ones. Returns the result, which must be the same both
 * times.
 */
export function withAnyArena<T extends Words | number>(run: () => T): T {
  litter(0);
  const first = run();
  litter(0xff);
  const second = run();
  const isSame = typeof first === 'number' || typeof second === 'number' ? first === second : sameBytes(first, second);
  if (!isSame) throw new Error('the result depends on earlier contents of the arena');
  return first;
}
