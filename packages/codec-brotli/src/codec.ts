/** The plug-in object of Brotli, using a library in WebAssembly. */
import { type Codec, CodecId, ParquetError } from '@marquetry/core';

/**
 * Brotli (RFC 7932), read-only: there is no `compress`. `prepare()` loads and starts WebAssembly, in a separate
 * chunk, so that applications do not include it until a file needs it. It rejects with UNSUPPORTED if WebAssembly is
 * forbidden or absent.
 */
export const brotli: Codec = /* @__PURE__ */ createLibraryCodec();

function createLibraryCodec(): Codec {
  let loading: Promise<void> | undefined;
  let unpack: Codec['decompress'] | undefined;
  async function load(): Promise<void> {
    try {
      const { startWebAssembly } = await import('./webassembly.js');
      unpack = await startWebAssembly();
    } catch (error) {
      // If the start fails, `prepare()` may be called again.
      loading = undefined;
      throw error;
    }
  }
  return {
    contract: 1,
    id: CodecId.BROTLI,
    name: 'BROTLI',
    prepare: () => {
      loading ??= load();
      return loading;
    },
    decompress: (packed, into) => {
      if (unpack === undefined) {
        throw new ParquetError('INVALID_ARGUMENT', 'BROTLI is used before prepare() is awaited');
      }
      unpack(packed, into);
    },
  };
}
