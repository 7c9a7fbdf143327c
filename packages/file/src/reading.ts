/** The code that reads pages of an open file, loaded by the first read. */
export { readBatches, readPieces } from './batches.js';
export { loadDictionary } from './chunk-dictionary.js';
export { openedPages, storedPages } from './stored-pages.js';
