/**
 * CRC-32.
 */
import { type Arena, addressOf, inputAt, regionBytes } from './arena.js';

/** Creates `crc32` over an arena. */
export function createCrc32(arena: Arena): (bytes: Uint8Array) => number {
  return (bytes) => {
    let crc = -1;
    for (let done = 0; done < bytes.length; done += regionBytes) {
      const n = Math.min(regionBytes, bytes.length - done);
      crc = arena.module.crc32(addressOf(arena, bytes, done, n, inputAt), n, crc);
    }
    return ~crc;
  };
}
