// Imports the built packages that contain or call kernels.
export * as alp from '../../packages/alp/dist/index.js';
export * as bitIo from '../../packages/bit-io/dist/index.js';
export * as core from '../../packages/core/dist/index.js';
export * as delta from '../../packages/delta/dist/index.js';
export * as dictionary from '../../packages/dictionary/dist/index.js';
export * as levels from '../../packages/levels/dist/index.js';
export * as page from '../../packages/page/dist/index.js';
export * as plain from '../../packages/plain/dist/index.js';
export * as rle from '../../packages/rle/dist/index.js';
export * as simd from '../../packages/simd/dist/index.js';
