/** Conformance suites for authors of Marquetry encodings and codecs: cases for any test runner. */
export { type CodecConformanceCase, type CodecConformanceOptions, codecConformance } from './codec/conformance.js';
export { type PackedPage, sampleBytes } from './codec/sample-bytes.js';
export { checkValues, sameValues } from './compare.js';
export { type ConformanceOptions, conformance } from './conformance.js';
export type { ConformanceCase } from './conformance-case.js';
export { createRandom, type Random } from './random.js';
export { type SamplePage, samplePages, standardColumns } from './sample-pages.js';
export { type SampleValues, sampleValues } from './sample-values.js';
