/** The GZIP codec with node:zlib. */
import { type Codec, CodecId, freeBytes } from '@marquetry/core';
import { cut, malformed, maxExpansion, tooLittle, tooMuch } from './format.js';

/**
 * The GZIP codec (RFC 1952). It reads any number of members and writes one. It needs neither preparation nor
 * WebAssembly.
 */
export const gzip: Codec = { contract: 1, id: CodecId.GZIP, name: 'GZIP', maxExpansion, decompress, compress };

/**
 * Loads node:zlib when the first page is read or written. Loading it takes several milliseconds, and most files do not
 * need it.
 */
function zlib(): typeof import('node:zlib') {
  return process.getBuiltinModule('node:zlib');
}

/** The result of a zlib function with the `info` option, which Node's types do not declare. */
interface Unpacked {
  readonly buffer: Uint8Array;
  readonly engine: { readonly bytesWritten: number };
}

function decompress(packed: Uint8Array, into: Uint8Array): void {
  let unpacked: Unpacked;
  try {
    unpacked = zlib().gunzipSync(packed, {
      info: true,
      // Zlib does not accept a maximum of 0, so 1 is passed; the check below rejects any output.
      maxOutputLength: Math.max(1, into.length),
      // A few bytes more than the expected size: without them, zlib would allocate a second chunk to detect the end.
      chunkSize: into.length + 64,
    }) as unknown as Unpacked;
  } catch (cause) {
    const { code, message } = cause as { readonly code?: unknown; readonly message?: unknown };
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooMuch(into);
    throw code === 'Z_BUF_ERROR' ? cut(packed, { cause }) : malformed(String(message), {}, { cause });
  }
  const { buffer, engine } = unpacked;
  // Zlib accepts zeros after a member as padding, which the format does not allow.
  if (engine.bytesWritten !== packed.length)
    throw malformed('bytes follow the last GZIP member', { offset: engine.bytesWritten });
  if (buffer.length > into.length) throw tooMuch(into);
  if (buffer.length < into.length) throw tooLittle(packed, buffer.length, into);
  into.set(buffer);
  freeBytes(buffer);
}

function compress(raw: Uint8Array): Uint8Array {
  const { buffer, byteOffset, byteLength } = zlib().gzipSync(raw);
  return new Uint8Array(buffer, byteOffset, byteLength);
}
