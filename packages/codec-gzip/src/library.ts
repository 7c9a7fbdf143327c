/**
 * The library that the first GZIP page loads: pako, which is zlib in JavaScript.
 */
import { gzip } from 'pako';

export { decompress } from './decompress.js';

/** One member, without a time stamp. */
export const compress = (raw: Uint8Array): Uint8Array => gzip(raw);
