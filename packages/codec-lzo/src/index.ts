/** Parquet's LZO codec (id 3): LZO1X streams in Hadoop framing. It is experimental, and written in JavaScript only. */
export { lzo } from './codec.js';
