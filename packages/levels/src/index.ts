/**
 * Encodes and decodes definition and repetition levels. Converts them to validity bitmaps, and to and from the layers
 * of a nested column.
 */
export { areAtMost } from './at-most.js';
export { countEqual } from './count-equal.js';
export { type CountedSlots, countValues } from './count-values.js';
export { type DecodedLevels, decodeLevels } from './decode-levels.js';
export { type DecodedValidity, decodeValidity } from './decode-validity.js';
export { type EncodeLevelsOptions, encodeBitPackedLevels, encodeLevels, encodeValidity } from './encode-levels.js';
export { nullsOfLayer, nullsOfLayerInSteps } from './layer-nulls.js';
export type { LayerSlots } from './layer-slots.js';
export { type ListLayer, type OpenedLists, openLists, openListsInSteps } from './list-layer.js';
export { closeLists, closeNulls, type OpenSlots, rowSlots } from './list-slots.js';
export { type LevelOptions, levelWidth } from './options.js';
