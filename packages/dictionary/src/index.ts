/**
 * Pages of dictionary indices.
 */
export { createDictionaryBuilder, type DictionaryBuilder, type DictionaryBuilderOptions } from './builder/builder.js';
export { type IndexDecoder, isIndexDecoder } from './decoder.js';
export {
  createPlainDictionary,
  createRleDictionary,
  type DictionaryEncoding,
  plainDictionary,
  rleDictionary,
  type WritableDictionaryEncoding,
} from './encoding.js';
