/**
 * What writes summary files.
 */
export { openSink } from '@marquetry/file';
export { writeSummary } from '@marquetry/file/write';
