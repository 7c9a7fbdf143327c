/** The plug-in object: the decompressor of `@marquetry/codec-zstd`, and a compressor if that codec has none. */
import { zstd as standard } from '@marquetry/codec-zstd';
import { type Codec, ParquetError } from '@marquetry/core';
import type { Compress } from './compressor.js';

/**
 * Zstandard, for reading and writing. If the runtime can compress Zstandard (Node 22.15 and later), this is the codec of
 * `@marquetry/codec-zstd`. Elsewhere, `prepare()` loads 185 kB and starts WebAssembly to compress, and `decompress` is the
 * function of that codec. If WebAssembly is forbidden or absent, `decompress` works and `compress` throws UNSUPPORTED.
 */
export const zstd: Codec = /* @__PURE__ */ writable(standard, () => import('./compressor.js'));

/**
 * Returns `codec` itself if it compresses; otherwise a copy with the compressor that `load` provides. After a failed load,
 * `prepare()` may be called again.
 */
export function writable(codec: Codec, load: () => Promise<{ startCompressor(): Promise<Compress> }>): Codec {
  if (codec.compress !== undefined) return codec;
  const { contract, id, name, decompress } = codec;
  let compress: Compress | undefined;
  let failure: unknown;
  const start = async (): Promise<void> => {
    try {
      compress ??= await (await load()).startCompressor();
    } catch (error) {
      failure = error;
    }
  };
  return {
    contract,
    id,
    name,
    decompress,
    prepare: async () => {
      await Promise.all([codec.prepare?.(), start()]);
    },
    compress: (raw) => {
      if (compress !== undefined) return compress(raw);
      if (failure === undefined) {
        throw new ParquetError('INVALID_ARGUMENT', 'ZSTD is used before prepare() is awaited');
      }
      const reason =
        'ZSTD cannot compress here: WebAssembly did not start; allow it (script-src `wasm-unsafe-eval`) or write SNAPPY';
      throw new ParquetError('UNSUPPORTED', reason, {}, { cause: failure });
    },
  };
}
