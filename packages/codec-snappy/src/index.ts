/** The Snappy codec of Parquet (id 1): block format, JavaScript only. */
export { snappy } from './codec.js';
