/**
 * LZSS (Storer and Szymanski, 1982): literal bytes, and references to earlier bytes.
 *
 *   packed     group | group | ...
 *   group      flags:8 | item of bit 0 | item of bit 1 | ... of bit 7     the last group may have fewer items
 *   item       flag 0: one literal byte
 *              flag 1: distance - 1 (2 bytes, little endian) | length - 4 (1 byte)
 *
 * A reference may overlap its own output: distance 1 repeats a byte. Flags without an item are 0.
 */
import { compress } from './compress.js';
import { decompress } from './decompress.js';

/**
 * The LZSS codec (id 200). It needs no preparation before use.
 * @type {import('@marquetry/core').Codec & { compress(raw: Uint8Array): Uint8Array }}
 */
export const lzss = {
  contract: 1,
  // An id that the format does not use. Readers of the file must register the codec under the same id.
  id: 200,
  name: 'LZSS',
  // A group of 25 bytes has at most 8 references of 259 bytes each.
  maxExpansion: 83,
  compress,
  decompress,
};
