/**
 * LZSS to bytes.
 */

import { ParquetError } from '@marquetry/core';
import { copyMatch } from '@marquetry/lz-blocks';

/**
 * Fills `into` exactly, or throws TRUNCATED or CORRUPT.
 * @param {Uint8Array} packed
 * @param {Uint8Array} into
 */
export function decompress(packed, into) {
  const view = new DataView(into.buffer, into.byteOffset, into.length);
  let from = 0;
  let at = 0;
  let flags = 1;

  /** The next byte of `packed`. */
  function next() {
    const byte = packed[from];
    if (byte === undefined) throw new ParquetError('TRUNCATED', 'LZSS bytes end early', { offset: from });
    from++;
    return byte;
  }

  while (at < into.length) {
    // The 1 in front of the eight flags says when they are used up.
    if (flags === 1) flags = next() | 0x100;
    const isReference = (flags & 1) === 1;
    flags >>= 1;
    if (!isReference) {
      into[at++] = next();
      continue;
    }
    const start = from;
    const distance = (next() | (next() << 8)) + 1;
    const length = next() + 4;
    if (distance > at || length > into.length - at) {
      throw new ParquetError('CORRUPT', `${length} bytes from ${distance} back, at ${at}`, { offset: start });
    }
    at = copyMatch(into, view, at, distance, length);
  }
  // Flags that are left are 0, so that only the 1 in front of them remains; and nothing follows.
  if ((flags & (flags - 1)) !== 0 || from !== packed.length) {
    throw new ParquetError('CORRUPT', `LZSS bytes go on behind the ${into.length} of the page`, { offset: from });
  }
}
