/**
 * The plug-in object of Brotli, in JavaScript.
 */
import { type Codec, CodecId, ParquetError } from '@marquetry/core';
import { decompress } from './decompress.js';

/**
 * Brotli (RFC 7932), read-only: there is no `compress`. No WebAssembly. `prepare()` loads the format's dictionary of
 * 120 KB, a chunk of its own, so that applications do not carry it until a file needs it.
 */
export const brotli: Codec = /* @__PURE__ */ createJavaScriptCodec();

function createJavaScriptCodec(): Codec {
  let dictionary: Uint8Array | undefined;
  return {
    contract: 1,
    id: CodecId.BROTLI,
    name: 'BROTLI',
    prepare: async () => {
      if (dictionary !== undefined) return;
      const { words } = await import('./generated/words.js');
      dictionary = Uint8Array.from(words, (byte) => byte.charCodeAt(0));
    },
    decompress: (packed, into) => {
      if (dictionary === undefined) {
        throw new ParquetError('INVALID_ARGUMENT', 'BROTLI is used before prepare() is awaited');
      }
      decompress(packed, into, dictionary);
    },
  };
}
