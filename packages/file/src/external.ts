/**
 * The entry point `@marquetry/file/external`, which reads columns that are stored in other files. It is a separate
 * entry point because few programs read summary files.
 */
export { besideOf } from './beside.js';
export { externalFiles, requireInside } from './external-files.js';
