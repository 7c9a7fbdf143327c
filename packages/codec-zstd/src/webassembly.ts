/** Decompresses Zstandard in WebAssembly with the library zstddec, which contains zstd 1.5.7. */
import { ParquetError } from '@marquetry/core';
import type { UnpackFrame } from './decompress.js';

/**
 * Pages above this many bytes are decompressed in JavaScript: WebAssembly has at most 2 GiB of memory, and zstddec does
 * not check whether an allocation failed.
 */
const largest = 2 ** 30;

/**
 * Loads and starts the library, which is in a separate chunk. Rejects if the runtime forbids WebAssembly or does not
 * have it.
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
    // zstd reports an error as a negative length, which zstddec turns into an empty array. This cannot be the result
    // for a valid frame, because empty frames never reach this code.
    if (raw.length === 0 || raw.length > into.length) {
      throw new ParquetError('CORRUPT', 'the ZSTD frame is malformed or too large');
    }
    into.set(raw);
    return raw.length;
  };
}
