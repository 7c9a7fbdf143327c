/** Decompresses a Brotli stream with brotli-dec-wasm: Dropbox's decoder in Rust, compiled to WebAssembly. */
import { type Codec, ParquetError } from '@marquetry/core';
import startLibrary, { BrotliStreamResultCode, DecompressStream } from 'brotli-dec-wasm/web';
import { webAssembly } from './generated/webassembly.js';

/**
 * Number of bytes that are passed to and from WebAssembly at a time. WebAssembly never releases memory, so pages are
 * not passed as a whole: whatever the size of a page, WebAssembly then uses only these bytes, plus at most 16 MiB for
 * the window of the stream.
 */
const inputSlice = 2 ** 16;
const outputSlice = 2 ** 18;

/** The first 7 bits of a stream with a large window (up to 1 GiB), which RFC 7932 does not allow. */
const largeWindow = 0b0010001;

/**
 * Compiles and starts the WebAssembly decoder, and returns its `decompress` function.
 * @throws ParquetError UNSUPPORTED if the runtime forbids WebAssembly or does not have it.
 */
export async function startWebAssembly(): Promise<Codec['decompress']> {
  try {
    await startLibrary({ module_or_path: fromBase64(webAssembly) });
  } catch (cause) {
    throw new ParquetError(
      'UNSUPPORTED',
      'BROTLI needs WebAssembly, which this runtime forbids or does not have',
      {},
      { cause },
    );
  }
  return decompress;
}

/** Decompresses a Brotli stream, as {@link Codec.decompress} specifies. */
function decompress(packed: Uint8Array, into: Uint8Array): void {
  if (((packed[0] ?? 0) & 0x7f) === largeWindow) {
    throw new ParquetError('CORRUPT', 'the Brotli stream has a large window, which Parquet does not support', {
      offset: 0,
    });
  }
  const stream = new DecompressStream();
  try {
    unpack(stream, packed, into);
  } finally {
    release(stream);
  }
}

function unpack(stream: DecompressStream, packed: Uint8Array, into: Uint8Array): void {
  let position = 0;
  let written = 0;
  for (;;) {
    const input = packed.subarray(position, position + inputSlice);
    const { code, bytes, consumed } = step(stream, input, Math.min(outputSlice, into.length - written + 1));
    if (bytes.length > into.length - written) {
      throw new ParquetError('CORRUPT', `the Brotli stream decompresses to more than ${into.length} bytes`);
    }
    into.set(bytes, written);
    written += bytes.length;
    position += consumed;
    if (code === BrotliStreamResultCode.ResultSuccess) break;
    if (code === BrotliStreamResultCode.NeedsMoreInput && position === packed.length) {
      throw new ParquetError('TRUNCATED', 'the Brotli stream is truncated', { offset: position });
    }
  }
  if (position < packed.length) {
    throw new ParquetError('CORRUPT', 'there are bytes after the Brotli stream', { offset: position });
  }
  if (written < into.length) {
    const reason = `the Brotli stream decompresses to only ${written} of ${into.length} bytes`;
    throw new ParquetError('TRUNCATED', reason, { offset: position });
  }
}

/**
 * Calls the decoder once. The decoder returns at most `room` bytes (which must be at least 1), and may leave part of
 * `input` unread.
 */
function step(
  stream: DecompressStream,
  input: Uint8Array,
  room: number,
): { code: BrotliStreamResultCode; bytes: Uint8Array; consumed: number } {
  try {
    const result = stream.decompress(input, room);
    const { code, buf: bytes, input_offset: consumed } = result;
    result.free();
    return { code, bytes, consumed };
  } catch (cause) {
    throw new ParquetError('CORRUPT', 'the Brotli stream is malformed', {}, { cause });
  }
}

function release(stream: DecompressStream): void {
  try {
    stream.free();
  } catch {
    // Rust cannot free an object that was in use when WebAssembly trapped. This error is ignored, because the first
    // error states why WebAssembly trapped.
  }
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  // This loop takes 5 ms, a fifth of the time that `Uint8Array.from` with a function takes.
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes;
}
