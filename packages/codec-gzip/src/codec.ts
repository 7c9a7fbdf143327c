/** The plug-in object of GZIP, using a library in JavaScript. */
import { type Codec, CodecId, ParquetError } from '@marquetry/core';
import { maxExpansion } from './format.js';

/**
 * GZIP (RFC 1952). Reads any number of members and writes one; needs no WebAssembly. `prepare()` loads the library, a
 * separate chunk of 13 kB, so that applications do not include it until a file needs it.
 */
export const gzip: Codec = /* @__PURE__ */ createLibraryCodec(() => import('./library.js'));

/** Creates the codec with a library that the first `prepare()` loads. After a failed load, `prepare()` may be called again. */
export function createLibraryCodec(load: () => Promise<typeof import('./library.js')>): Codec {
  let library: typeof import('./library.js') | undefined;
  const prepared = (): typeof import('./library.js') => {
    if (library === undefined) throw new ParquetError('INVALID_ARGUMENT', 'GZIP is used before prepare() is awaited');
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
