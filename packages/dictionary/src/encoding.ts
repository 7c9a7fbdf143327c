/** The `rleDictionary` and `plainDictionary` encodings, which have different ids but the same bytes. */
import { columnKernels } from '@marquetry/bit-io';
import { type ColumnKernels, type ColumnType, type Encoding, EncodingId, type ValueEncoder } from '@marquetry/core';
import { decodeIndices, type IndexDecoder } from './decoder.js';
import { encodeIndices } from './encoder.js';

/** A dictionary encoding. Its decoders can also return the indices themselves. */
export interface DictionaryEncoding extends Encoding {
  decoder(...args: Parameters<Encoding['decoder']>): IndexDecoder;
}

/** A dictionary encoding that can also write. */
export interface WritableDictionaryEncoding extends DictionaryEncoding {
  encoder(column: ColumnType): ValueEncoder;
}

/** Creates an encoding like {@link rleDictionary} that uses the given kernels. */
export function createRleDictionary(kernels: ColumnKernels): WritableDictionaryEncoding {
  return { ...createRleDictionaryReader(kernels), encoder: encodeIndices };
}

/** Creates the same encoding as {@link createRleDictionary}, but without an encoder. */
export function createRleDictionaryReader(kernels: ColumnKernels): DictionaryEncoding {
  return createDictionary(EncodingId.RLE_DICTIONARY, 'RLE_DICTIONARY', kernels);
}

/** Creates an encoding like {@link plainDictionary} that uses the given kernels. */
export function createPlainDictionary(kernels: ColumnKernels): DictionaryEncoding {
  return createDictionary(EncodingId.PLAIN_DICTIONARY, 'PLAIN_DICTIONARY', kernels);
}

function createDictionary(id: number, name: string, kernels: ColumnKernels): DictionaryEncoding {
  return {
    contract: 1,
    id,
    name,
    usesDictionary: true,
    supports: () => true,
    decoder: (bytes, context) => decodeIndices(bytes, context, kernels),
  };
}

/** The RLE_DICTIONARY encoding (id 8), which stores dictionary indices, for any page version and any physical type. */
export const rleDictionary: WritableDictionaryEncoding = /* @__PURE__ */ createRleDictionary(columnKernels);

/**
 * The deprecated PLAIN_DICTIONARY encoding (id 2), which is read-only here. Its pages have the same bytes as those of
 * RLE_DICTIONARY.
 */
export const plainDictionary: DictionaryEncoding = /* @__PURE__ */ createPlainDictionary(columnKernels);
