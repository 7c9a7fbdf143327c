/**
 * LZSS, a codec for Marquetry.
 */
export { lzss } from './codec.js';
