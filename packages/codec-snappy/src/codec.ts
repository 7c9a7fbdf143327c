/** The Snappy codec, and a function that creates it with given kernels. */
import { type Codec, CodecId, type Kernels } from '@marquetry/core';
import { compress } from './compress.js';
import { decompress, readPreamble } from './decompress.js';

/**
 * The maximum ratio of output to input bytes: a copy of 64 bytes takes 3 bytes (COPY_2). Other copies yield at most 11
 * bytes from 2 (COPY_1) and 64 bytes from 5 (COPY_4). Literals, and the size at the start, yield fewer bytes than they
 * take.
 */
const maxExpansion = 22;

/**
 * The SNAPPY codec, which uses the Snappy block format (not the framing format). It reads and writes, and needs neither
 * `prepare()` nor WebAssembly.
 */
export const snappy: Codec = /* @__PURE__ */ createOver({});

/** Creates a Snappy codec that only decompresses: it has no `compress`. By default, it decompresses in JavaScript. */
export function createSnappyReader({ snappyDecompress }: Pick<Kernels, 'snappyDecompress'> = {}): Codec {
  return {
    contract: 1,
    id: CodecId.SNAPPY,
    name: 'SNAPPY',
    maxExpansion,
    decompress:
      snappyDecompress === undefined
        ? decompress
        : (packed, into) => {
            const start = readPreamble(packed, into.length);
            if (!snappyDecompress(packed, start, into)) decompress(packed, into);
          },
  };
}

/**
 * Creates {@link snappy} with the given kernels. Compressed bytes, decompressed bytes and errors do not depend on the
 * kernels. The codec is faster if the kernels compress or decompress Snappy, as those from `@marquetry/simd` do. Blocks
 * that a kernel cannot decompress are decompressed in JavaScript.
 */
export function createSnappy(kernels: Pick<Kernels, 'snappyCompress' | 'snappyDecompress'>): Codec {
  const isPlain = kernels.snappyCompress === undefined && kernels.snappyDecompress === undefined;
  return isPlain ? snappy : createOver(kernels);
}

function createOver({ snappyCompress, snappyDecompress }: Pick<Kernels, 'snappyCompress' | 'snappyDecompress'>): Codec {
  return {
    ...createSnappyReader(snappyDecompress && { snappyDecompress }),
    compress: snappyCompress === undefined ? compress : (raw, memory) => compress(raw, memory, snappyCompress),
  };
}
