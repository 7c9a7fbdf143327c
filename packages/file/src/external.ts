/**
 * Columns in other files: `@marquetry/file/external`. A separate entry point, because few programs read summary files.
 */
export { besideOf } from './beside.js';
export { externalFiles, requireInside } from './external-files.js';
