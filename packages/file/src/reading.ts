/** The code that reads pages. The first read of a file loads this module. */
export { readBatches, readPieces } from './batches.js';
export { loadDictionary } from './chunk-dictionary.js';
export { openedPages, storedPages } from './stored-pages.js';
