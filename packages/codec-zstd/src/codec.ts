/**
 * The plug-in object of Zstandard over libraries: for browsers, and for Node before 22.15.
 */
import { type Codec, CodecId, ParquetError } from '@marquetry/core';
import { decompressFrames, type UnpackFrame } from './decompress.js';
import { loadWebAssembly } from './webassembly.js';

/**
 * Zstandard, read-only: there is no `compress`. `prepare()` starts WebAssembly, and settles for JavaScript, three times
 * slower, where that is forbidden or absent.
 */
export const zstd: Codec = /* @__PURE__ */ createLibraryCodec(() =>
  loadWebAssembly().catch(async () => (await import('./javascript.js')).unpackWithJavaScript),
);

/** The codec over a library that is loaded once, when first prepared. A load that fails is tried again. */
export function createLibraryCodec(load: () => Promise<UnpackFrame>): Codec {
  let unpack: UnpackFrame | undefined;
  return {
    contract: 1,
    id: CodecId.ZSTD,
    name: 'ZSTD',
    prepare: async () => {
      unpack ??= await load();
    },
    decompress: (packed, into) => {
      if (unpack === undefined) throw new ParquetError('INVALID_ARGUMENT', 'ZSTD is used before prepare() is awaited');
      decompressFrames(packed, into, unpack);
    },
  };
}
