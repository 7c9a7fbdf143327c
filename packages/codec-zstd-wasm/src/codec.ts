/**
 * A ZSTD codec that can compress in every runtime: the codec from `@marquetry/codec-zstd`, with a compressor added if
 * it has none.
 */
import { zstd as standard } from '@marquetry/codec-zstd';
import { type Codec, ParquetError } from '@marquetry/core';
import type { Compress } from './compressor.js';

/**
 * The ZSTD codec, for reading and writing. If the runtime can compress Zstandard (Node 22.15 and later), this is the
 * codec from `@marquetry/codec-zstd`. In other runtimes, `decompress` comes from that codec, and `prepare()` loads 185
 * kB and starts a compressor in WebAssembly. If the runtime forbids WebAssembly or does not have it, `decompress`
 * still works, but `compress` throws UNSUPPORTED.
 */
export const zstd: Codec = /* @__PURE__ */ writable(standard, () => import('./compressor.js'));

/**
 * Returns `codec` itself if it can compress. Otherwise, returns a copy that compresses with the compressor from `load`.
 * If loading fails, the next `prepare()` tries again.
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
        throw new ParquetError('INVALID_ARGUMENT', 'await prepare() before using ZSTD');
      }
      const reason =
        'ZSTD cannot compress here: WebAssembly did not start; allow it (script-src `wasm-unsafe-eval`) or write SNAPPY';
      throw new ParquetError('UNSUPPORTED', reason, {}, { cause: failure });
    },
  };
}
