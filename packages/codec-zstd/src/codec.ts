/** The plug-in object of Zstandard with libraries: for browsers, and for Node before 22.15. */
import { type Codec, CodecId, ParquetError } from '@marquetry/core';
import { decompressFrames, type UnpackFrame } from './decompress.js';
import { loadWebAssembly } from './webassembly.js';

/**
 * The content-security policy of a web page may forbid WebAssembly. A program cannot find out in advance: `WebAssembly.validate`
 * returns true even then, and the browser may report a failed attempt to the owner of the site. So in web pages and workers, the
 * application has to opt in to WebAssembly.
 */
const mayHavePolicy = 'document' in globalThis || 'WorkerGlobalScope' in globalThis;

const loadJavaScript = async (): Promise<UnpackFrame> => (await import('./javascript.js')).unpackWithJavaScript;

/**
 * Zstandard in WebAssembly, read-only: there is no `compress`. `prepare()` starts WebAssembly. If WebAssembly is
 * forbidden or absent, it falls back to JavaScript, which is three times slower. Browsers report the attempt if a
 * content-security policy lacks `wasm-unsafe-eval` or `connect-src data:`.
 */
export const zstdWebAssembly: Codec = /* @__PURE__ */ createLibraryCodec(() => loadWebAssembly().catch(loadJavaScript));

/**
 * Zstandard, read-only: there is no `compress`. In pages and workers `prepare()` loads a library in JavaScript, which
 * any content-security policy allows. In other runtimes, this is {@link zstdWebAssembly}.
 */
export const zstd: Codec = /* @__PURE__ */ mayHavePolicy
  ? /* @__PURE__ */ createLibraryCodec(loadJavaScript)
  : zstdWebAssembly;

/** Creates the codec with a library that the first `prepare()` loads. After a failed load, `prepare()` may be called again. */
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
