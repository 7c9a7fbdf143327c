/** A ZSTD codec (id 6) that compresses in WebAssembly if the runtime has no Zstandard compressor. */
export { zstd } from './codec.js';
