/** Parquet's two LZ4 codecs: LZ4_RAW (id 7) and the deprecated LZ4 (id 5). */
export { createLz4Raw, lz4, lz4Raw } from './codec.js';
