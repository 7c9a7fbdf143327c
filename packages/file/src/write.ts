/**
 * The entry point `@marquetry/file/write`, which writes files. It is separate so that programs that only read do not load it.
 */
export { createFileWriter } from './write/file-writer.js';
