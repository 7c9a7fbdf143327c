/** The LZO codec, and the maximum ratio of its output to its input. */
import { type Codec, CodecId } from '@marquetry/core';
import { compressHadoop, decompressHadoop } from './hadoop.js';

/**
 * The LZO codec (id 3). It is experimental: the specification names LZO but does not define it. This codec reads and
 * writes what Hadoop's writers produce and other LZO readers accept: LZO1X streams in Hadoop framing.
 *
 * It needs neither `prepare()` nor WebAssembly.
 */
export const lzo: Codec = {
  contract: 1,
  id: CodecId.LZO,
  name: 'LZO',
  // Each additional byte of a length adds at most 255 bytes of output. The other bytes of a match yield fewer than 255
  // bytes each. Literals and framing never yield more bytes than they take.
  maxExpansion: 255,
  decompress: decompressHadoop,
  compress: compressHadoop,
};
