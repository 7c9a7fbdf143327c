/** The ZSTD codec, implemented with libraries, for browsers and for Node before 22.15. */
import { type Codec, CodecId, ParquetError } from '@marquetry/core';
import { decompressFrames, type UnpackFrame } from './decompress.js';
import { loadWebAssembly } from './webassembly.js';

/**
 * True in web pages and workers, where the content-security policy may forbid WebAssembly. A program cannot find this
 * out in advance: `WebAssembly.validate` returns true even if WebAssembly is forbidden, and the browser may report a
 * failed attempt to the owner of the site. In web pages and workers, WebAssembly is therefore used only if the
 * application requests it.
 */
const mayHavePolicy = 'document' in globalThis || 'WorkerGlobalScope' in globalThis;

const loadJavaScript = async (): Promise<UnpackFrame> => (await import('./javascript.js')).unpackWithJavaScript;

/**
 * The ZSTD codec in WebAssembly. It is read-only: it has no `compress`. `prepare()` starts WebAssembly. If the runtime
 * forbids WebAssembly or does not have it, the codec uses JavaScript instead, which is three times slower. Browsers
 * report the attempt if a content-security policy does not have `wasm-unsafe-eval` or `connect-src data:`.
 */
export const zstdWebAssembly: Codec = /* @__PURE__ */ createLibraryCodec(() => loadWebAssembly().catch(loadJavaScript));

/**
 * The ZSTD codec. It is read-only: it has no `compress`. In web pages and workers, `prepare()` loads a JavaScript
 * library, which works under any content-security policy. In other runtimes, this is {@link zstdWebAssembly}.
 */
export const zstd: Codec = /* @__PURE__ */ mayHavePolicy
  ? /* @__PURE__ */ createLibraryCodec(loadJavaScript)
  : zstdWebAssembly;

/**
 * Creates the codec. The first `prepare()` calls the given function to load the library. If loading fails, the next
 * `prepare()` tries again.
 */
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
      if (unpack === undefined) throw new ParquetError('INVALID_ARGUMENT', 'await prepare() before using ZSTD');
      decompressFrames(packed, into, unpack);
    },
  };
}
