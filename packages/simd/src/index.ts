/**
 * Optional WebAssembly SIMD kernels: the hot loops of Marquetry, or the JavaScript kernels if WebAssembly is refused.
 */
export { createSimdKernels, loadSimdKernels, type SimdKernels, type SimdOptions } from './create.js';
