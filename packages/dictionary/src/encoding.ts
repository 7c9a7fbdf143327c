/**
 * The plug-ins `rleDictionary` and `plainDictionary`: two ids, the same bytes.
 */
import { javascriptKernels } from '@marquetry/bit-io';
import { type ColumnType, type Encoding, EncodingId, type Kernels, type ValueEncoder } from '@marquetry/core';
import { decodeIndices, type IndexDecoder } from './decoder.js';
import { encodeIndices } from './encoder.js';

/** An encoding whose decoders can give indices alone. */
export interface DictionaryEncoding extends Encoding {
  decoder(...args: Parameters<Encoding['decoder']>): IndexDecoder;
}

/** One that writes too. */
export interface WritableDictionaryEncoding extends DictionaryEncoding {
  encoder(column: ColumnType): ValueEncoder;
}

/** {@link rleDictionary} over other kernels. */
export function createRleDictionary(kernels: Kernels): WritableDictionaryEncoding {
  return { ...createDictionary(EncodingId.RLE_DICTIONARY, 'RLE_DICTIONARY', kernels), encoder: encodeIndices };
}

/** {@link plainDictionary} over other kernels. */
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

/** Dictionary indices, id 8. Any page version, any physical type. */
export const rleDictionary: WritableDictionaryEncoding = /* @__PURE__ */ createRleDictionary(javascriptKernels);

/** The deprecated id 2 of the same bytes; read-only. */
export const plainDictionary: DictionaryEncoding = /* @__PURE__ */ createPlainDictionary(javascriptKernels);
