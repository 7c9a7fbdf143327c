/**
 * The preset: every codec that files in the wild are compressed with.
 */
import { brotli } from '@marquetry/codec-brotli';
import { gzip } from '@marquetry/codec-gzip';
import { lz4, lz4Raw } from '@marquetry/codec-lz4';
import { snappy } from '@marquetry/codec-snappy';
import { zstd } from '@marquetry/codec-zstd';
import { type CodecRegistry, createCodecRegistry } from '@marquetry/core';

/**
 * SNAPPY, GZIP, BROTLI, LZ4, ZSTD and LZ4_RAW. LZO is not among them: no writer is known. Immutable; `with` and
 * `replace` make others from it.
 */
export const standardCodecs: CodecRegistry = /* @__PURE__ */ createCodecRegistry([
  snappy,
  gzip,
  brotli,
  lz4,
  zstd,
  lz4Raw,
]);
