/**
 * Streams in Hadoop's framing, and long arrays compared.
 */
import { bigEndian } from '@marquetry/test-support/codec-bytes.js';
import { hex } from '@marquetry/test-support/hex.js';

/** Where two arrays first differ, -1 if nowhere: `toEqual` takes its time over long ones. */
export function firstDifference(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== b.length) return Math.min(a.length, b.length);
  return a.findIndex((byte, i) => byte !== b[i]);
}

/** Streams that unpack to `size` bytes together, as one group of Hadoop's framing. */
export function framed(size: number, ...streams: readonly (string | ArrayLike<number>)[]): Uint8Array {
  const parts = streams.flatMap((stream) => {
    const bytes = Array.from(typeof stream === 'string' ? hex(stream) : stream);
    return [...bigEndian(bytes.length), ...bytes];
  });
  return Uint8Array.from([...bigEndian(size), ...parts]);
}
