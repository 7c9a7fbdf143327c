/**
 * The library that `prepare()` loads: pako, which is zlib in JavaScript.
 */
import { gzip } from 'pako';

export { decompress } from './decompress.js';

/** Compresses to one member, which has no time stamp. */
export const compress = (raw: Uint8Array): Uint8Array => gzip(raw);
