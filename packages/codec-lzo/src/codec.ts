/**
 * The plug-in object of LZO.
 */
import { type Codec, CodecId } from '@marquetry/core';
import { compressHadoop, decompressHadoop } from './hadoop.js';

/**
 * LZO (id 3), experimental: the specification names the codec but does not define it. This codec reads and writes
 * what Hadoop's writers produce and other LZO readers accept: Hadoop framing around LZO1X streams.
 *
 * Needs neither preparation nor WebAssembly.
 */
export const lzo: Codec = {
  contract: 1,
  id: CodecId.LZO,
  name: 'LZO',
  // Each additional byte of a length adds at most 255. The other bytes of a match yield fewer than 255 each; literals and framing
  // never yield more bytes than they take.
  maxExpansion: 255,
  decompress: decompressHadoop,
  compress: compressHadoop,
};
