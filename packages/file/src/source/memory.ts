/** Sources that read from memory and Blobs. */
import { bytesOf } from '@marquetry/core';
import { untilAborted } from '../until-aborted.js';
import type { ByteSource } from './byte-source.js';

/** Returns a source for bytes in memory. Reads return views of this memory. */
export function bytesSource(memory: Uint8Array): ByteSource {
  // Convert a Node Buffer to a plain Uint8Array: the `slice` of a Buffer does not copy.
  const bytes = bytesOf(memory);
  return {
    byteLength: bytes.length,
    sharesMemory: true,
    readNow: (offset, length) => bytes.subarray(offset, offset + length),
    read: async (offset, length, signal) => {
      signal?.throwIfAborted();
      return bytes.subarray(offset, offset + length);
    },
  };
}

/**
 * Returns a source for a Blob or File, which is read in slices. A read rejects with the reason of its signal as soon as
 * the signal aborts.
 */
export function blobSource(blob: Blob): ByteSource {
  return {
    byteLength: blob.size,
    read: async (offset, length, signal) => {
      signal?.throwIfAborted();
      return new Uint8Array(await untilAborted(blob.slice(offset, offset + length).arrayBuffer(), signal));
    },
  };
}
