/**
 * Optional WebAssembly SIMD kernels for the hot loops of Marquetry. If the runtime refuses WebAssembly, JavaScript
 * kernels are used instead.
 */
export { createSimdKernels, loadSimdKernels, type SimdKernels, type SimdOptions } from './create.js';
