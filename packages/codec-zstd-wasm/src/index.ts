/** A ZSTD codec (id 6) that compresses in WebAssembly if the runtime cannot compress itself. */
export { zstd } from './codec.js';
