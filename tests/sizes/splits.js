// A worker that rewrites splits, with the standard encodings and codecs.
export { executeSplit, rewriteTask } from '@marquetry/splits';
