/**
 * The library that `prepare()` loads: pako, a port of zlib to JavaScript.
 */
import { gzip } from 'pako';

export { decompress } from './decompress.js';

/** Compresses bytes into one GZIP member without a time stamp. */
export const compress = (raw: Uint8Array): Uint8Array => gzip(raw);
