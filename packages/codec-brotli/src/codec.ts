/** The Brotli codec with a decoder in WebAssembly. */
import { type Codec, CodecId, ParquetError } from '@marquetry/core';

/**
 * The BROTLI codec (RFC 7932). It is read-only: it has no `compress`. `prepare()` loads and starts the WebAssembly
 * decoder, which is in a separate chunk, so that applications load it only if a file needs it. `prepare()` rejects with
 * UNSUPPORTED if the runtime forbids WebAssembly or does not have it.
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
      // If the decoder fails to start, a later call to `prepare()` tries again.
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
        throw new ParquetError('INVALID_ARGUMENT', 'await prepare() before using BROTLI');
      }
      unpack(packed, into);
    },
  };
}
