/**
 * Summary files: `@marquetry/file/summary`, as few programs write them.
 */
export { writeSummary } from './write/summary.js';
