/**
 * The plug-in objects of LZ4.
 */
import { type Codec, CodecId } from '@marquetry/core';
import { compressBlock } from './block-compress.js';
import { decompressBlock } from './block-decompress.js';
import { compressHadoop } from './hadoop.js';
import { decompressAny } from './legacy.js';

/** LZ4 block format. Needs no preparation and no WebAssembly; reads and writes. */
export const lz4Raw: Codec = {
  contract: 1,
  id: CodecId.LZ4_RAW,
  name: 'LZ4_RAW',
  decompress: decompressBlock,
  compress: compressBlock,
};

/**
 * The deprecated LZ4: reads Hadoop framing, a bare block or LZ4 frames, whichever gives the size asked for; writes
 * Hadoop framing. Needs no preparation and no WebAssembly.
 */
export const lz4: Codec = {
  contract: 1,
  id: CodecId.LZ4,
  name: 'LZ4',
  decompress: decompressAny,
  compress: compressHadoop,
};
