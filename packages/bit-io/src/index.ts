/** Bits and bytes: the JavaScript kernels, varints, bitmaps, and functions that append to column buffers. */
export { appendFixedBytes, appendValues } from './append.js';
export { copyBits, countBits, fillBits, readBit } from './bitmap.js';
export { compareBelow } from './compare.js';
export { copyInSteps, longestInSteps, stepBytes } from './copy-steps.js';
export { unpackDelta32 } from './delta.js';
export { unpackDelta64 } from './delta64.js';
export { gather32, gather64, largestIndex } from './gather.js';
export { gatherInto } from './gather-into.js';
export { createGrowingBits, type GrowingBits } from './growing-bits.js';
export { createGrowingBytes, type GrowingBytes } from './growing-bytes.js';
export { endOfOnes, findBit, findLastBit, keepBits, keepBytes, keepWords } from './keep.js';
export { columnKernels, javascriptKernels } from './kernels.js';
export { readInt32, readUint32, writeUint32 } from './little-endian.js';
export { pack } from './pack.js';
export { packWide } from './pack-wide.js';
export { createSpare, type Spare } from './spare.js';
export { spreadInPlace } from './spread.js';
export { joinStreams, splitStreams } from './streams.js';
export { bitsAt, unpack } from './unpack.js';
export {
  type ByteCursor,
  readVarint32,
  readZigzag32,
  readZigzag64,
  writeVarint32,
  writeZigzag32,
  writeZigzag64,
} from './varint.js';
