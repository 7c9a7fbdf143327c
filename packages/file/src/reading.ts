/** The code that reads pages, which the first read of a file loads. */
export { readBatches, readPieces } from './batches.js';
export { loadDictionary } from './chunk-dictionary.js';
export { openedPages, storedPages } from './stored-pages.js';
