/** Computes CRC-32 checksums with WebAssembly. */
import { type Arena, addressOf, inputAt, regionBytes } from './arena.js';
import type { SimdModule } from './webassembly.js';

/** Creates the `crc32` kernel, which uses the memory of an arena. */
export function createCrc32(arena: Arena, crc32: SimdModule['crc32']): (bytes: Uint8Array) => number {
  return (bytes) => {
    let crc = -1;
    for (let done = 0; done < bytes.length; done += regionBytes) {
      const n = Math.min(regionBytes, bytes.length - done);
      crc = crc32(addressOf(arena, bytes, done, n, inputAt), n, crc);
    }
    return ~crc;
  };
}
