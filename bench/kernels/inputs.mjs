// The kernel sets, the inputs and the memory of the WebAssembly module, which all cases share.
import * as place from './module.mjs';
import { bitIo, core, simd as package_ } from './packages.mjs';

export const count = 65_536;
export const javascript = bitIo.javascriptKernels;
export const simd = package_.createSimdKernels();
export const limits = core.createLimits();

/** Returns `length` pseudo-random bytes. */
export function noise(length, seed = 1) {
  const bytes = new Uint8Array(length);
  let state = seed;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
}

export const wordsOf = (bytes) => new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);

/** Returns the first `byteLength` bytes of the output area in the memory of the SIMD WebAssembly module. */
export const placed = (byteLength) => place.bytes.subarray(place.outputAt, place.outputAt + byteLength);

/**
 * Returns two functions that run a benchmark case: with the JavaScript kernels and with SIMD. `run(kernels)` fills
 * `result`.
 */
export function over(run, result) {
  return Object.fromEntries(
    [
      ['javascript', javascript],
      ['simd', simd],
    ].map(([name, kernels]) => [name, { run: () => run(kernels), result }]),
  );
}
