/** The codec Snappy, and a factory that creates it with other kernels. */
import { type Codec, CodecId, type Kernels } from '@marquetry/core';
import { compress } from './compress.js';
import { decompress, readPreamble } from './decompress.js';

/**
 * Maximum number of output bytes per input byte: a copy of 64 bytes takes 3. The other copies yield 11 bytes for 2 and
 * 64 for 5; literals and the size at the start yield fewer bytes than they take.
 */
const maxExpansion = 22;

/** The Snappy block format (not the framing format). Reads and writes; needs neither preparation nor WebAssembly. */
export const snappy: Codec = /* @__PURE__ */ createOver({});

/** Creates a Snappy codec that only decompresses and has no `compress`. By default, it decompresses in JavaScript. */
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
 * Creates {@link snappy} with `kernels`: the same bytes and the same errors, faster if the kernels compress or decompress Snappy,
 * as those of `@marquetry/simd` do. JavaScript decompresses blocks that a kernel rejects.
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
