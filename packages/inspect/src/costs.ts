/** Measures the size and decode speed of a column with every encoding and codec. */
export { type BestCost, bestCost } from './costs/best-cost.js';
export { type CompareOptions, compareEncodings, presentCost } from './costs/compare-encodings.js';
export type { CostCodec, CostEncoding, EncodingCost, RefusedCost } from './costs/encoding-cost.js';
export type { PresentCost } from './costs/present.js';
export { currentCodecs, encodingsFor } from './costs/ways.js';
