/** Zstandard (id 6) that also writes where the runtime cannot, using WebAssembly. */
export { zstd } from './codec.js';
