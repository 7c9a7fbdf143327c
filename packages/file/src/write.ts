/**
 * Writing files: `@marquetry/file/write`, so that readers do not load it.
 */
export { createFileWriter } from './write/file-writer.js';
