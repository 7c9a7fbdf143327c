/**
 * The plug-in object of GZIP over a library, in JavaScript.
 */
import { type Codec, CodecId, ParquetError } from '@marquetry/core';
import { maxExpansion } from './format.js';

/**
 * GZIP (RFC 1952). Needs no WebAssembly; reads any number of members, writes one. `prepare()` loads the library, a chunk of its own of
 * 13 kB, so that applications do not carry it until a file needs it.
 */
export const gzip: Codec = /* @__PURE__ */ createLibraryCodec(() => import('./library.js'));

/** The codec over a library that is loaded once, when first prepared. A load that fails is tried again. */
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
