/** Code that several LZ77 codecs share: copying earlier output, and the framing of blocks that Hadoop uses. */
export { copyInEights, stepBytes } from './eights.js';
export { type UnpackBlock, unpackHadoopFrames } from './hadoop-frames.js';
export { copyMatch } from './match.js';
