/**
 * The plug-in object of Snappy.
 */
import { type Codec, CodecId } from '@marquetry/core';
import { compress } from './compress.js';
import { decompress } from './decompress.js';

/**
 * The most that an element gives for its bytes: a copy of 64 for 3. Literals give less than they take, the other copies 11
 * for 2 and 64 for 5, and the size in front nothing.
 */
const maxExpansion = 22;

/** Snappy, block format (not the framing format). Needs no preparation and no WebAssembly; reads and writes. */
export const snappy: Codec = {
  contract: 1,
  id: CodecId.SNAPPY,
  name: 'SNAPPY',
  maxExpansion,
  decompress,
  compress,
};
