/** Puts LZO streams into Hadoop's framing, and compares long arrays. */
import { bigEndian } from '@marquetry/test-support/codec-bytes.js';
import { hex } from '@marquetry/test-support/hex.js';

/**
 * Returns the first index at which two arrays differ, or -1 if they are equal. It is used instead of `toEqual`, which
 * is slow for long arrays.
 */
export function firstDifference(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== b.length) return Math.min(a.length, b.length);
  return a.findIndex((byte, i) => byte !== b[i]);
}

/** Returns the given streams as one group in Hadoop's framing. The streams decompress to `size` bytes in total. */
export function framed(size: number, ...streams: readonly (string | ArrayLike<number>)[]): Uint8Array {
  const parts = streams.flatMap((stream) => {
    const bytes = Array.from(typeof stream === 'string' ? hex(stream) : stream);
    return [...bigEndian(bytes.length), ...bytes];
  });
  return Uint8Array.from([...bigEndian(size), ...parts]);
}
