/**
 * Columns that lie in other files: `@marquetry/file/external`, as few programs read summary files.
 */
export { externalFiles, requireInside } from './external-files.js';
