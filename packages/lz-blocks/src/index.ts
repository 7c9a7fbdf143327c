/** Code that several LZ77 codecs share: copies earlier output, and reads the frames in which Hadoop stores blocks. */
export { copyInEights, stepBytes } from './eights.js';
export { type UnpackBlock, unpackHadoopFrames } from './hadoop-frames.js';
export { copyMatch } from './match.js';
