/**
 * The standard set of encodings: every encoding of values that current Parquet files may use.
 *
 *   0 PLAIN                  5 DELTA_BINARY_PACKED           8 RLE_DICTIONARY
 *   2 PLAIN_DICTIONARY       6 DELTA_LENGTH_BYTE_ARRAY       9 BYTE_STREAM_SPLIT
 *   3 RLE                    7 DELTA_BYTE_ARRAY
 *
 * BIT_PACKED (4) encodes only levels, never values.
 */
import { byteStreamSplit, createByteStreamSplit } from '@marquetry/byte-stream-split';
import { createRegistry, type EncodingRegistry, type Kernels, requireContract } from '@marquetry/core';
import {
  createDeltaBinaryPacked,
  createDeltaByteArray,
  createDeltaLengthByteArray,
  deltaBinaryPacked,
  deltaByteArray,
  deltaLengthByteArray,
} from '@marquetry/delta';
import { createPlainDictionary, createRleDictionary, plainDictionary, rleDictionary } from '@marquetry/dictionary';
import { createPlain, plain } from '@marquetry/plain';
import { createRle, rle } from '@marquetry/rle';

/** Options for {@link createStandardEncodings}. */
export interface StandardEncodingsOptions {
  /** The kernels (inner loops) of all encodings. Default: the JavaScript kernels. */
  readonly kernels?: Kernels;
}

/**
 * The standard set of encodings, with the JavaScript kernels. It can read any file that does not use custom encodings.
 */
export const standardEncodings: EncodingRegistry = /* @__PURE__ */ createRegistry([
  plain,
  plainDictionary,
  rle,
  deltaBinaryPacked,
  deltaLengthByteArray,
  deltaByteArray,
  rleDictionary,
  byteStreamSplit,
]);

/**
 * Creates the standard set of encodings with the given kernels (inner loops), such as those from `@marquetry/simd`.
 * @throws ParquetError INVALID_ARGUMENT for kernels whose `contract` is not 1.
 */
export function createStandardEncodings(options: StandardEncodingsOptions = {}): EncodingRegistry {
  const { kernels } = options;
  if (kernels === undefined) return standardEncodings;
  requireContract('kernels', kernels);
  return createRegistry([
    createPlain(kernels),
    createPlainDictionary(kernels),
    createRle(kernels),
    createDeltaBinaryPacked(kernels),
    createDeltaLengthByteArray(kernels),
    createDeltaByteArray(kernels),
    createRleDictionary(kernels),
    createByteStreamSplit(kernels),
  ]);
}
