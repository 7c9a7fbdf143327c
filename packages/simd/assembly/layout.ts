/**
 * Addresses of the data that this module keeps between calls. `src/arena.ts` uses the same addresses, and places its
 * regions after this data.
 *
 *     64   state    8 int32: further results of a call
 *    256   shuffles 16 bytes per mask of 4 bits: a swizzle mask
 *   1024   masks    64 bytes per width: two swizzle masks, then their two multipliers
 *   4096   crc      16 tables of 256 words
 *  20480   places   8 bytes per mask of 8 bits: the indices of its ones
 */
export const STATE: usize = 64;
export const SHUFFLES: usize = 256;
export const MASKS: usize = 1024;
export const CRC: usize = 4096;
export const PLACES: usize = 20480;
