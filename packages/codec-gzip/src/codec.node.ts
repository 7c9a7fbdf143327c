/**
 * The plug-in object of GZIP, over node:zlib.
 */
import * as zlib from 'node:zlib';
import { type Codec, CodecId, ParquetError } from '@marquetry/core';
import { decompressMembers, type Stretch } from './members.js';

/** GZIP (RFC 1952). Needs no preparation and no WebAssembly; reads any number of members, writes one. */
export const gzip: Codec = {
  contract: 1,
  id: CodecId.GZIP,
  name: 'GZIP',
  decompress: (packed, into) => decompressMembers(packed, into, { inflate, crc32: zlib.crc32 }),
  compress: (raw) => bytes(zlib.gzipSync(raw)),
};

/** Most pages fit one chunk, which saves zlib's joining; a page of many small members must not cost one each. */
const largestChunk = 2 ** 20;

/** What zlib gives with `info`, which its types leave out. */
interface Inflated {
  readonly buffer: Uint8Array;
  readonly engine: { readonly bytesWritten: number };
}

function inflate(packed: Uint8Array, from: number, into: Uint8Array, at: number): Stretch {
  const room = into.length - at;
  let inflated: Inflated;
  try {
    inflated = zlib.inflateRawSync(packed.subarray(from), {
      info: true,
      // Zlib allows no 0 here; the check below does.
      maxOutputLength: Math.max(1, room),
      // A few bytes more than are needed, or zlib takes a second chunk to see the end.
      chunkSize: Math.min(largestChunk, room) + 64,
    }) as unknown as Inflated;
  } catch (cause) {
    throw translated(cause, from, into.length);
  }
  const { buffer, engine } = inflated;
  if (buffer.length > room) throw tooMuch(from, into.length);
  into.set(buffer, at);
  return { position: from + engine.bytesWritten, written: at + buffer.length };
}

function translated(cause: unknown, offset: number, size: number): ParquetError {
  const code = (cause as { readonly code?: unknown }).code;
  if (code === 'ERR_BUFFER_TOO_LARGE') return tooMuch(offset, size);
  if (code === 'Z_BUF_ERROR') return new ParquetError('TRUNCATED', 'GZIP member is cut', { offset }, { cause });
  return new ParquetError('CORRUPT', 'GZIP member holds no valid DEFLATE stream', { offset }, { cause });
}

function tooMuch(offset: number, size: number): ParquetError {
  return new ParquetError('CORRUPT', `GZIP members unpack to more than ${size} bytes`, { offset });
}

/** A Buffer's bytes as what the contract names. */
function bytes({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
