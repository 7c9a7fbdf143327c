/**
 * The entry point `@marquetry/file/summary`, which writes summary files (`_metadata`). It is a separate entry point
 * because few programs need it.
 */
export { writeSummary } from './write/summary.js';
