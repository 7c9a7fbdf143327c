/**
 * The standard set of codecs, for reading files. Only the code of SNAPPY is included; the `prepare()` of each other
 * codec loads its code.
 */
import { createSnappyReader } from '@marquetry/codec-snappy';
import {
  type Codec,
  CodecId,
  type CodecRegistry,
  createCodecRegistry,
  nameOf,
  onDemand,
  ParquetError,
  requireContract,
} from '@marquetry/core';
import type { StandardCodecsOptions } from './standard.js';

const standard = /* @__PURE__ */ onDemand(() => import('./standard.js'));

/**
 * Creates the standard set of codecs without compressors. For every codec except SNAPPY, `prepare()` loads the code.
 * Readers from `@marquetry/file` await `prepare()`.
 * @throws ParquetError INVALID_ARGUMENT for kernels whose `contract` is not 1.
 */
export function createCodecsOnDemand(options: StandardCodecsOptions = {}): CodecRegistry {
  const { kernels } = options;
  if (kernels !== undefined) requireContract('kernels', kernels);
  const { GZIP, BROTLI, LZ4, ZSTD, LZ4_RAW } = CodecId;
  const late = [GZIP, BROTLI, LZ4, ZSTD, LZ4_RAW].map((id) => createLate(id, options));
  return createCodecRegistry([createSnappyReader(kernels), ...late]);
}

/** Creates a codec whose `prepare()` loads the codec with the same id from the standard set of codecs. */
function createLate(id: number, options: StandardCodecsOptions): Codec {
  let loaded: Codec | undefined;
  const name = nameOf(CodecId, id);
  return {
    contract: 1,
    id,
    name,
    get maxExpansion() {
      return loaded?.maxExpansion;
    },
    prepare: async () => {
      const codec = loaded ?? (await standard.load()).createStandardCodecs(options).resolve(id);
      await codec.prepare?.();
      loaded = codec;
    },
    decompress: (packed, into) => {
      if (loaded === undefined) throw new ParquetError('INVALID_ARGUMENT', `await prepare() before using ${name}`);
      loaded.decompress(packed, into);
    },
  };
}
