/**
 * The BYTE_STREAM_SPLIT encoding of Parquet.
 */
export { byteStreamSplit, createByteStreamSplit } from './encoding.js';
