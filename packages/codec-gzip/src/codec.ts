/**
 * The plug-in object of GZIP over a library, in JavaScript.
 */
import { type Codec, CodecId } from '@marquetry/core';
import { gzip as compress } from 'pako';
import { decompress } from './decompress.js';
import { maxExpansion } from './format.js';

/** GZIP (RFC 1952). Needs no preparation and no WebAssembly; reads any number of members, writes one. */
export const gzip: Codec = {
  contract: 1,
  id: CodecId.GZIP,
  name: 'GZIP',
  maxExpansion,
  decompress,
  compress: (raw) => compress(raw),
};
