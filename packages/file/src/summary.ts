/**
 * Summary files: `@marquetry/file/summary`. A separate entry point, because few programs write them.
 */
export { writeSummary } from './write/summary.js';
