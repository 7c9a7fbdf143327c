/** The LZO codec of Parquet (id 3): Hadoop framing around LZO1X streams. JavaScript only, experimental. */
export { lzo } from './codec.js';
