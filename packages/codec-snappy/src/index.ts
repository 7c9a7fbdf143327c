/** Parquet's Snappy codec (id 1): the block format, in JavaScript or with given kernels. */
export { createSnappy, createSnappyReader, snappy } from './codec.js';
