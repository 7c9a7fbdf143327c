/**
 * Optional WebAssembly SIMD kernels for the hot loops of Marquetry. If the runtime refuses WebAssembly, they are the
 * JavaScript kernels.
 */
export { createSimdKernels, loadSimdKernels, type SimdKernels, type SimdOptions } from './create.js';
