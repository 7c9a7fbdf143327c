/**
 * Decompresses LZSS.
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

  /** Reads the next byte of `packed`. */
  function next() {
    const byte = packed[from];
    if (byte === undefined) throw new ParquetError('TRUNCATED', 'LZSS bytes end early', { offset: from });
    from++;
    return byte;
  }

  while (at < into.length) {
    // A 1 above the eight flags marks when all of them are used up.
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
      throw new ParquetError(
        'CORRUPT',
        `a reference of ${length} bytes at distance ${distance} does not fit at position ${at}`,
        { offset: start },
      );
    }
    at = copyMatch(into, view, at, distance, length);
  }
  // Unused flags must be 0, so that only the 1 above them is left, and no bytes may follow.
  if ((flags & (flags - 1)) !== 0 || from !== packed.length) {
    throw new ParquetError('CORRUPT', `LZSS bytes continue after the ${into.length} bytes of the page`, {
      offset: from,
    });
  }
}
