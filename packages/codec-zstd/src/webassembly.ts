/**
 * Zstandard in WebAssembly: the library zstddec, which is zstd 1.5.7.
 */
import { ParquetError } from '@marquetry/core';
import type { UnpackFrame } from './decompress.js';

/** zstddec does not look whether it got memory, of which WebAssembly has 2 GiB at most. */
const largest = 2 ** 30;

/** Rejects where WebAssembly is absent or forbidden. The libraries are chunks of their own, loaded here. */
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
      throw new ParquetError('CORRUPT', 'ZSTD frame is malformed', {}, { cause });
    }
    // Errors of the decoder are negative lengths, of which zstddec makes an empty array. Empty frames do not come here.
    if (raw.length === 0 || raw.length > into.length) {
      throw new ParquetError('CORRUPT', 'ZSTD frame is malformed, or larger than it may be');
    }
    into.set(raw);
    return raw.length;
  };
}
