/**
 * Computes checksums with zlib, in Node 22.2 and later and compatible runtimes. This takes half as long as with WebAssembly, which requires a
 * copy of each page in WebAssembly memory.
 */
import type { Kernels } from '@marquetry/core';

interface Runtime {
  readonly process?: { getBuiltinModule?(name: 'node:zlib'): { crc32?(bytes: Uint8Array): number } | undefined };
}

/**
 * Number of bytes to checksum with the original kernel before zlib is loaded, because loading zlib takes as long as
 * checksumming this many bytes.
 */
const worthLoading = 2 ** 23;

/**
 * Returns a copy of `kernels` whose `crc32` uses zlib once many bytes have been checksummed. If `kernels` does not have
 * a `crc32`, returns `kernels` itself.
 */
export function withNativeChecksums(kernels: Kernels): Kernels {
  const { crc32 } = kernels;
  if (crc32 === undefined) return kernels;
  let left = worthLoading;
  let native: ((bytes: Uint8Array) => number) | undefined;
  return {
    ...kernels,
    crc32: (bytes) => {
      if (native !== undefined) return native(bytes) | 0;
      if (left > 0) {
        left -= bytes.length;
        if (left <= 0) native = (globalThis as Runtime).process?.getBuiltinModule?.('node:zlib')?.crc32;
      }
      return crc32(bytes);
    },
  };
}
