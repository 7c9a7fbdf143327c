/**
 * The plug-in objects of LZ4, and LZ4_RAW over kernels.
 */
import { type Codec, CodecId, type Kernels } from '@marquetry/core';
import { compressBlock } from './block-compress.js';
import { decompressBlock } from './block-decompress.js';
import { compressHadoop } from './hadoop.js';
import { decompressAny } from './legacy.js';

/**
 * A byte that adds to a match's length adds 255 at most. The other three that a match takes give 4 + 15 and are few
 * enough to stay below; literals give no more than they take, and what frames and Hadoop put around blocks gives nothing.
 */
const maxExpansion = 255;

/** LZ4 block format. Needs no preparation and no WebAssembly; reads and writes. */
export const lz4Raw: Codec = {
  contract: 1,
  id: CodecId.LZ4_RAW,
  name: 'LZ4_RAW',
  maxExpansion,
  decompress: decompressBlock,
  compress: compressBlock,
};

/**
 * {@link lz4Raw} over `kernels`: the same bytes and the same errors, faster where they pack or unpack LZ4 (`@marquetry/simd` does
 * both). What they leave, JavaScript packs or unpacks.
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
 * The deprecated LZ4: reads Hadoop framing, a bare block or LZ4 frames, whichever gives the size asked for; writes
 * Hadoop framing. Needs no preparation and no WebAssembly.
 */
export const lz4: Codec = {
  contract: 1,
  id: CodecId.LZ4,
  name: 'LZ4',
  maxExpansion,
  decompress: decompressAny,
  compress: compressHadoop,
};
