/**
 * Pages of dictionary indices.
 */
export { type IndexDecoder, isIndexDecoder } from './decoder.js';
export {
  createPlainDictionary,
  createRleDictionary,
  type DictionaryEncoding,
  plainDictionary,
  rleDictionary,
  type WritableDictionaryEncoding,
} from './encoding.js';
