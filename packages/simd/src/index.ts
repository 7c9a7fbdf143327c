/**
 * Optional WebAssembly SIMD kernels: the hot loops of Marquetry, and JavaScript where WebAssembly is refused.
 */
export { createSimdKernels, loadSimdKernels, type SimdKernels, type SimdOptions } from './create.js';
