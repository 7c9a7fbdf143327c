/** The ZSTD codec (id 6), which uses WebAssembly to compress in runtimes that cannot. */
export { zstd } from './codec.js';
