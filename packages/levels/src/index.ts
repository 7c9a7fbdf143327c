/**
 * Definition and repetition levels: to bytes, or straight to a validity bitmap.
 */
export { countEqual, type DecodedLevels, decodeLevels } from './decode-levels.js';
export { type DecodedValidity, decodeValidity } from './decode-validity.js';
export { type EncodeLevelsOptions, encodeBitPackedLevels, encodeLevels, encodeValidity } from './encode-levels.js';
export { type LevelOptions, levelWidth } from './options.js';
