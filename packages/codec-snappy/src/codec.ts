/**
 * The plug-in object of Snappy.
 */
import { type Codec, CodecId } from '@marquetry/core';
import { compress } from './compress.js';
import { decompress } from './decompress.js';

/** Snappy, block format (not the framing format). Needs no preparation and no WebAssembly; reads and writes. */
export const snappy: Codec = { contract: 1, id: CodecId.SNAPPY, name: 'SNAPPY', decompress, compress };
