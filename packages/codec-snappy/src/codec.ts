/**
 * The plug-in object of Snappy, and the same over kernels.
 */
import { type Codec, CodecId, type Kernels } from '@marquetry/core';
import { compress } from './compress.js';
import { decompress, readPreamble } from './decompress.js';

/**
 * The most that an element gives for its bytes: a copy of 64 for 3. Literals give less than they take, the other copies 11
 * for 2 and 64 for 5, and the size in front nothing.
 */
const maxExpansion = 22;

/** Snappy, block format (not the framing format). Needs no preparation and no WebAssembly; reads and writes. */
export const snappy: Codec = /* @__PURE__ */ createOver({});

/** {@link createSnappy} without `compress`. Default: JavaScript alone. */
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
 * {@link snappy} over `kernels`: the same bytes and the same errors, faster where they pack or unpack Snappy
 * (`@marquetry/simd` does both). What they leave, JavaScript unpacks.
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
