/**
 * The standard set of codecs: every codec that files use in practice.
 */
import { brotli } from '@marquetry/codec-brotli';
import { gzip } from '@marquetry/codec-gzip';
import { createLz4Raw, lz4, lz4Raw } from '@marquetry/codec-lz4';
import { createSnappy, snappy } from '@marquetry/codec-snappy';
import { zstd } from '@marquetry/codec-zstd';
import { type CodecRegistry, createCodecRegistry, type Kernels, requireContract } from '@marquetry/core';

/**
 * The standard set of codecs: SNAPPY, GZIP, BROTLI, LZ4, ZSTD and LZ4_RAW. LZO is not included, because no current
 * writer uses it. The registry is immutable: `with` and `replace` return new registries.
 */
export const standardCodecs: CodecRegistry = /* @__PURE__ */ createCodecRegistry([
  snappy,
  gzip,
  brotli,
  lz4,
  zstd,
  lz4Raw,
]);

/** The options of {@link createStandardCodecs}. */
export interface StandardCodecsOptions {
  /** Kernels that compress SNAPPY, and decompress SNAPPY and LZ4_RAW. Default: the JavaScript kernels. */
  readonly kernels?: Kernels;
}

/**
 * Creates the standard set of codecs with the given kernels, such as those from `@marquetry/simd`.
 * @throws ParquetError INVALID_ARGUMENT for kernels whose `contract` is not 1.
 */
export function createStandardCodecs(options: StandardCodecsOptions = {}): CodecRegistry {
  const { kernels } = options;
  if (kernels === undefined) return standardCodecs;
  requireContract('kernels', kernels);
  return standardCodecs.replace(createSnappy(kernels), createLz4Raw(kernels));
}
