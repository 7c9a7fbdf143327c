/** Zstandard (id 6) that also writes where the runtime cannot: over WebAssembly. */
export { zstd } from './codec.js';
