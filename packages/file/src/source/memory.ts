/**
 * Sources over memory and Blobs.
 */
import type { ByteSource } from './byte-source.js';

/** A source over bytes in memory. What it gives aliases them. */
export function bytesSource(bytes: Uint8Array): ByteSource {
  return {
    byteLength: bytes.length,
    read: async (offset, length, signal) => {
      signal?.throwIfAborted();
      return bytes.subarray(offset, offset + length);
    },
  };
}

/** A source over a Blob or File, read in slices. */
export function blobSource(blob: Blob): ByteSource {
  return {
    byteLength: blob.size,
    read: async (offset, length, signal) => {
      signal?.throwIfAborted();
      const buffer = await blob.slice(offset, offset + length).arrayBuffer();
      signal?.throwIfAborted();
      return new Uint8Array(buffer);
    },
  };
}
