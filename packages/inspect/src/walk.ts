/** Finds pages and other parts by walking through the bytes of a file, even if its footer is missing. */
export type { FoundFault, FoundPage, FoundPart, FoundStructure } from './walk/found-part.js';
export { walkChunk } from './walk/walk-chunk.js';
export { walkFile } from './walk/walk-file.js';
export { type WalkOptions, walkPages } from './walk/walk-pages.js';
