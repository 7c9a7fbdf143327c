/** The Brotli codec with node:zlib. */
import { type Codec, CodecId, freeBytes, ParquetError } from '@marquetry/core';

/** The BROTLI codec (RFC 7932). It reads and writes, and needs neither `prepare()` nor WebAssembly. */
export const brotli: Codec = { contract: 1, id: CodecId.BROTLI, name: 'BROTLI', decompress, compress };

/**
 * The quality at which pages are compressed. Zlib's default, 11, takes a hundred times as long, and makes pages only a
 * tenth smaller. parquet-java uses 1, and Arrow 8.
 */
const quality = 5;

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
    unpacked = zlib().brotliDecompressSync(packed, {
      info: true,
      // Zlib does not accept a maximum of 0, so 1 is passed; the check below rejects any output.
      maxOutputLength: Math.max(1, into.length),
      // A few bytes more than the expected size: without them, zlib would allocate a second chunk to detect the end.
      chunkSize: into.length + 64,
    }) as unknown as Unpacked;
  } catch (cause) {
    throw translated(cause, into.length);
  }
  const { buffer, engine } = unpacked;
  if (engine.bytesWritten !== packed.length) {
    throw new ParquetError('CORRUPT', 'bytes follow the Brotli stream', { offset: engine.bytesWritten });
  }
  if (buffer.length > into.length) throw tooMuch(into.length);
  if (buffer.length < into.length) {
    throw new ParquetError(
      'TRUNCATED',
      `the Brotli stream decompresses to only ${buffer.length} of ${into.length} bytes`,
      {
        offset: packed.length,
      },
    );
  }
  into.set(buffer);
  freeBytes(buffer);
}

function compress(raw: Uint8Array): Uint8Array {
  const { brotliCompressSync, constants } = zlib();
  const { buffer, byteOffset, byteLength } = brotliCompressSync(raw, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
    },
  });
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function translated(cause: unknown, size: number): ParquetError {
  const code = (cause as { readonly code?: unknown }).code;
  if (code === 'ERR_BUFFER_TOO_LARGE') return tooMuch(size);
  if (code === 'Z_BUF_ERROR') return new ParquetError('TRUNCATED', 'the Brotli stream is truncated', {}, { cause });
  return new ParquetError('CORRUPT', 'the Brotli stream is malformed', {}, { cause });
}

function tooMuch(size: number): ParquetError {
  return new ParquetError('CORRUPT', `the Brotli stream decompresses to more than ${size} bytes`);
}
