/**
 * The plug-in object of GZIP, in JavaScript.
 */
import { type Codec, CodecId } from '@marquetry/core';
import { gzipSync } from 'fflate';
import { crc32 } from './crc32.js';
import { inflate } from './inflate.js';
import { decompressMembers } from './members.js';

/** GZIP (RFC 1952). Needs no preparation and no WebAssembly; reads any number of members, writes one. */
export const gzip: Codec = {
  contract: 1,
  id: CodecId.GZIP,
  name: 'GZIP',
  decompress: (packed, into) => decompressMembers(packed, into, { inflate, crc32 }),
  // No time stamp: the same input gives the same bytes.
  compress: (raw) => gzipSync(raw, { mtime: 0 }),
};
