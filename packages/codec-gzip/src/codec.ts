/** The GZIP codec with a JavaScript library. */
import { type Codec, CodecId, ParquetError } from '@marquetry/core';
import { maxExpansion } from './format.js';

/**
 * The GZIP codec (RFC 1952). It reads any number of members and writes one. It does not use WebAssembly. `prepare()`
 * loads the library, which is a separate chunk of 13 kB, so that applications load it only if a file needs it.
 */
export const gzip: Codec = /* @__PURE__ */ createLibraryCodec(() => import('./library.js'));

/**
 * Creates the codec. The first `prepare()` calls the given function to load the library. If loading fails, the next
 * `prepare()` tries again.
 */
export function createLibraryCodec(load: () => Promise<typeof import('./library.js')>): Codec {
  let library: typeof import('./library.js') | undefined;
  const prepared = (): typeof import('./library.js') => {
    if (library === undefined) throw new ParquetError('INVALID_ARGUMENT', 'await prepare() before using GZIP');
    return library;
  };
  return {
    contract: 1,
    id: CodecId.GZIP,
    name: 'GZIP',
    maxExpansion,
    prepare: async () => {
      library ??= await load();
    },
    decompress: (packed, into) => prepared().decompress(packed, into),
    compress: (raw) => prepared().compress(raw),
  };
}
