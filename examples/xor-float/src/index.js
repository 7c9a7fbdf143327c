/**
 * XOR_FLOAT, an encoding for Marquetry.
 */
export { xorFloat } from './encoding.js';
