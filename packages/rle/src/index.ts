/**
 * The RLE / bit-packing hybrid: an encoding for BOOLEAN values, and readers and writers for the runs of levels and
 * dictionary indices.
 */
export { runsToBitmap } from './bitmap.js';
export { encodeRuns, runsBound } from './encode-runs.js';
export { createRle, createRleReader, rle } from './encoding.js';
export { readRuns } from './read-runs.js';
export { beginRun, checkRuns, createRunReader, type RunReader, repeatedValue, skipRuns } from './runs.js';
