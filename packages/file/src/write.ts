/**
 * Writing files: `@marquetry/file/write`. A separate entry point, so that programs that only read do not load it.
 */
export { createFileWriter } from './write/file-writer.js';
