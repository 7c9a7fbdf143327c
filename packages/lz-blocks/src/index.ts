/** Code that the LZ77 codecs share: copying of earlier output, and Hadoop's framing of blocks. */
export { copyInEights, stepBytes } from './eights.js';
export { type UnpackBlock, unpackHadoopFrames } from './hadoop-frames.js';
export { copyMatch } from './match.js';
