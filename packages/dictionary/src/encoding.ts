/** The plug-ins `rleDictionary` and `plainDictionary`: two ids for the same bytes. */
import { javascriptKernels } from '@marquetry/bit-io';
import { type ColumnType, type Encoding, EncodingId, type Kernels, type ValueEncoder } from '@marquetry/core';
import { decodeIndices, type IndexDecoder } from './decoder.js';
import { encodeIndices } from './encoder.js';

/** An encoding whose decoders can read indices alone. */
export interface DictionaryEncoding extends Encoding {
  decoder(...args: Parameters<Encoding['decoder']>): IndexDecoder;
}

/** A dictionary encoding that also writes. */
export interface WritableDictionaryEncoding extends DictionaryEncoding {
  encoder(column: ColumnType): ValueEncoder;
}

/** Creates {@link rleDictionary} with other kernels. */
export function createRleDictionary(kernels: Kernels): WritableDictionaryEncoding {
  return { ...createDictionary(EncodingId.RLE_DICTIONARY, 'RLE_DICTIONARY', kernels), encoder: encodeIndices };
}

/** Creates {@link plainDictionary} with other kernels. */
export function createPlainDictionary(kernels: Kernels): DictionaryEncoding {
  return createDictionary(EncodingId.PLAIN_DICTIONARY, 'PLAIN_DICTIONARY', kernels);
}

function createDictionary(id: number, name: string, kernels: Kernels): DictionaryEncoding {
  return {
    contract: 1,
    id,
    name,
    usesDictionary: true,
    supports: () => true,
    decoder: (bytes, context) => decodeIndices(bytes, context, kernels),
  };
}

/** Dictionary indices, id 8, for any page version and physical type. */
export const rleDictionary: WritableDictionaryEncoding = /* @__PURE__ */ createRleDictionary(javascriptKernels);

/** Dictionary indices under the deprecated id 2: the same bytes, read-only. */
export const plainDictionary: DictionaryEncoding = /* @__PURE__ */ createPlainDictionary(javascriptKernels);
