/** The Snappy codec of Parquet (id 1): block format, in JavaScript or over kernels. */
export { createSnappy, snappy } from './codec.js';
