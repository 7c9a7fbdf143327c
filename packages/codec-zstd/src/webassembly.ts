/**
 * Zstandard in WebAssembly, using the library zstddec, which contains zstd 1.5.7.
 */
import { ParquetError } from '@marquetry/core';
import type { UnpackFrame } from './decompress.js';

/**
 * Pages above this size (in bytes) are decompressed in JavaScript, because zstddec does not check whether an allocation
 * failed, and WebAssembly has at most 2 GiB.
 */
const largest = 2 ** 30;

/**
 * Loads and starts the library. Rejects if WebAssembly is absent or forbidden. The libraries are in separate chunks,
 * which this function loads.
 */
export async function loadWebAssembly(): Promise<UnpackFrame> {
  const [{ ZSTDDecoder }, { unpackWithJavaScript }] = await Promise.all([import('zstddec'), import('./javascript.js')]);
  const decoder = new ZSTDDecoder();
  await decoder.init();
  return (frame, into) => {
    if (frame.length + into.length > largest) return unpackWithJavaScript(frame, into);
    let raw: Uint8Array;
    try {
      raw = decoder.decode(frame, into.length);
    } catch (cause) {
      throw new ParquetError('CORRUPT', 'the ZSTD frame is malformed', {}, { cause });
    }
    // The decoder reports errors as negative lengths, which zstddec turns into an empty array. Empty frames are handled
    // before.
    if (raw.length === 0 || raw.length > into.length) {
      throw new ParquetError('CORRUPT', 'the ZSTD frame is malformed or too large');
    }
    into.set(raw);
    return raw.length;
  };
}
