/**
 * The entry point `@marquetry/file/write`, which writes files. It is a separate entry point so that programs that only
 * read do not load it.
 */
export { createFileWriter } from './write/file-writer.js';
