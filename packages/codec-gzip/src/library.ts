/**
 * What is loaded when the first GZIP page is read or written: pako, zlib in JavaScript.
 */
import { gzip } from 'pako';

export { decompress } from './decompress.js';

/** One member, without a time stamp. */
export const compress = (raw: Uint8Array): Uint8Array => gzip(raw);
