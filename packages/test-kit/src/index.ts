/**
 * A conformance suite for authors of Marquetry encodings: cases to feed to any test runner.
 */

export { checkValues, sameValues } from './compare.js';
export { type ConformanceCase, type ConformanceOptions, conformance } from './conformance.js';
export { createRandom, type Random } from './random.js';
export { type SamplePage, samplePages, standardColumns } from './sample-pages.js';
export { type SampleValues, sampleValues } from './sample-values.js';
