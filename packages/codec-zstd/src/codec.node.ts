/** The ZSTD codec on Node. */
import { type Codec, CodecId, freeBytes, ParquetError } from '@marquetry/core';
import { zstdWebAssembly as library } from './codec.js';
import { decompressFrames } from './decompress.js';

/**
 * The ZSTD codec. On Node 22.15 and later, it reads and writes with node:zlib, and does not need `prepare()`. On older
 * versions, it is read-only, decompresses with a library, and needs `prepare()`.
 */
export const zstd: Codec = hasZstd() ? native() : library;

/**
 * Loads node:zlib when the first page is read or written. Loading it takes several milliseconds, and most files do not
 * need it.
 */
function zlib(): typeof import('node:zlib') {
  return process.getBuiltinModule('node:zlib');
}

/**
 * True if `node:zlib` supports zstd. Node lists zstd in `process.versions`. Bun and Deno do not, so in these runtimes
 * the functions of `node:zlib` are checked.
 */
function hasZstd(): boolean {
  const { versions } = process;
  return 'bun' in versions || 'deno' in versions ? 'zstdDecompressSync' in zlib() : 'zstd' in versions;
}

function native(): Codec {
  return {
    contract: 1,
    id: CodecId.ZSTD,
    name: 'ZSTD',
    decompress: (packed, into) => decompressFrames(packed, into, unpackWithZlib),
    compress: (raw) => {
      const { buffer, byteOffset, byteLength } = zlib().zstdCompressSync(raw);
      return new Uint8Array(buffer, byteOffset, byteLength);
    },
  };
}

function unpackWithZlib(frame: Uint8Array, into: Uint8Array): number {
  let raw: Uint8Array;
  try {
    // A few bytes more than the expected size: without them, zlib would allocate a second chunk to detect the end.
    raw = zlib().zstdDecompressSync(frame, { maxOutputLength: into.length, chunkSize: into.length + 64 });
  } catch (cause) {
    throw new ParquetError('CORRUPT', 'the ZSTD frame is malformed or too large', {}, { cause });
  }
  into.set(raw);
  const { length } = raw;
  freeBytes(raw);
  return length;
}
