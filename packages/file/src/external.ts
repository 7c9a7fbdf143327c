/**
 * Columns that lie in other files: `@marquetry/file/external`, as few programs read summary files.
 */
export { besideOf } from './beside.js';
export { externalFiles, requireInside } from './external-files.js';
