/** The Snappy codec of Parquet (id 1): block format, in JavaScript or with kernels. */
export { createSnappy, createSnappyReader, snappy } from './codec.js';
