/** The LZ4 and LZ4_RAW codecs, and a function that creates LZ4_RAW with given kernels. */
import { type Codec, CodecId, type Kernels } from '@marquetry/core';
import { compressBlock } from './block-compress.js';
import { decompressBlock } from './block-decompress.js';
import { compressHadoop } from './hadoop.js';
import { decompressAny } from './legacy.js';

/**
 * The largest ratio of output to input bytes. Each additional byte of a match length adds at most 255 bytes of output.
 * The other three bytes of a match yield only 4 + 15 bytes, so the ratio stays below 255. Literals and framing never
 * yield more bytes than they take.
 */
const maxExpansion = 255;

/**
 * The LZ4_RAW codec, which uses the LZ4 block format. It reads and writes, and needs neither `prepare()` nor
 * WebAssembly.
 */
export const lz4Raw: Codec = {
  contract: 1,
  id: CodecId.LZ4_RAW,
  name: 'LZ4_RAW',
  maxExpansion,
  decompress: decompressBlock,
  compress: compressBlock,
};

/**
 * Creates {@link lz4Raw} with the given kernels. Compressed bytes, decompressed bytes and errors do not depend on the
 * kernels. The codec is faster if the kernels compress or decompress LZ4, as those from `@marquetry/simd` do. Blocks
 * that a kernel cannot process are processed in JavaScript.
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
 * The deprecated LZ4 codec. It reads Hadoop framing, a bare block or LZ4 frames, whichever decompresses to the expected
 * size, and writes Hadoop framing. It needs neither `prepare()` nor WebAssembly.
 */
export const lz4: Codec = {
  contract: 1,
  id: CodecId.LZ4,
  name: 'LZ4',
  maxExpansion,
  decompress: decompressAny,
  compress: compressHadoop,
};
