/**
 * The plug-in object of LZO.
 */
import { type Codec, CodecId } from '@marquetry/core';
import { compressHadoop, decompressHadoop } from './hadoop.js';

/**
 * LZO (id 3), experimental: the format's specification names the codec and says no more. What Hadoop's writers made, and
 * what the readers that have it take, is Hadoop framing around LZO1X streams; that is read and written.
 *
 * Needs no preparation and no WebAssembly.
 */
export const lzo: Codec = {
  contract: 1,
  id: CodecId.LZO,
  name: 'LZO',
  // A byte that adds to a length adds 255 at most. The others that a match takes give fewer than 255 each, literals give
  // no more than they take, and the framing gives nothing.
  maxExpansion: 255,
  decompress: decompressHadoop,
  compress: compressHadoop,
};
