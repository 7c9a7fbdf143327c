/** The plug-in objects of LZ4, and LZ4_RAW with kernels. */
import { type Codec, CodecId, type Kernels } from '@marquetry/core';
import { compressBlock } from './block-compress.js';
import { decompressBlock } from './block-decompress.js';
import { compressHadoop } from './hadoop.js';
import { decompressAny } from './legacy.js';

/**
 * Each additional byte of a match length adds at most 255. The other three bytes of a match yield 4 + 15, which keeps the ratio
 * below 255; literals and framing never yield more bytes than they take.
 */
const maxExpansion = 255;

/** The LZ4 block format. Reads and writes; needs neither preparation nor WebAssembly. */
export const lz4Raw: Codec = {
  contract: 1,
  id: CodecId.LZ4_RAW,
  name: 'LZ4_RAW',
  maxExpansion,
  decompress: decompressBlock,
  compress: compressBlock,
};

/**
 * Creates {@link lz4Raw} with `kernels`: the same bytes and the same errors, faster if the kernels compress or decompress LZ4, as
 * those of `@marquetry/simd` do. JavaScript handles blocks that a kernel rejects.
 */
export function createLz4Raw({ lz4Compress, lz4Decompress }: Pick<Kernels, 'lz4Compress' | 'lz4Decompress'>): Codec {
  if (lz4Compress === undefined && lz4Decompress === undefined) return lz4Raw;
  return {
    ...lz4Raw,
    ...(lz4Compress && { compress: (raw, memory) => compressBlock(raw, memory, lz4Compress) }),
    ...(lz4Decompress && {
      decompress(packed, into) {
        if (!lz4Decompress(packed, into)) decompressBlock(packed, into);
      },
    }),
  };
}

/**
 * The deprecated LZ4: reads Hadoop framing, a bare block or LZ4 frames, whichever decompresses to the expected size.
 * Writes Hadoop framing. Needs neither preparation nor WebAssembly.
 */
export const lz4: Codec = {
  contract: 1,
  id: CodecId.LZ4,
  name: 'LZ4',
  maxExpansion,
  decompress: decompressAny,
  compress: compressHadoop,
};
