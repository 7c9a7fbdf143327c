/** Encodes and decodes pages of dictionary indices, and builds dictionaries. */
export { createDictionaryBuilder, type DictionaryBuilderOptions } from './builder/builder.js';
export type { DictionaryBuilder } from './builder/entries.js';
export { type IndexDecoder, isIndexDecoder } from './decoder.js';
export {
  createPlainDictionary,
  createRleDictionary,
  createRleDictionaryReader,
  type DictionaryEncoding,
  plainDictionary,
  rleDictionary,
  type WritableDictionaryEncoding,
} from './encoding.js';
