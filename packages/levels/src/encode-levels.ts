/** Encodes levels as RLE / bit-packed runs, or in the deprecated BIT_PACKED encoding. */
import { writeUint32 } from '@marquetry/bit-io';
import { encodeRuns } from '@marquetry/rle';
import { packBitPacked } from './bit-packed.js';
import { encodeAllOnes, encodeBitmap } from './encode-bitmap.js';
import { encodeLevelRuns, widestLevel } from './encode-level-runs.js';
import { levelWidth } from './options.js';

/** Options for {@link encodeLevels} and {@link encodeValidity}. */
export interface EncodeLevelsOptions {
  /** True for v1 pages, in which the byte length of the runs precedes them, as a little-endian 32-bit integer. */
  readonly lengthPrefixed: boolean;
}

/** Size in bytes of the length prefix in a v1 page. */
const lengthBytes = 4;

/**
 * Encodes levels, each at most `maxLevel`, as runs. If `maxLevel` is 0, returns an empty array.
 * @param maxLevel 0 to 255.
 */
export function encodeLevels(levels: Uint8Array, maxLevel: number, options: EncodeLevelsOptions): Uint8Array {
  const width = levelWidth(maxLevel);
  if (width === 0) return new Uint8Array(0);
  const headSize = options.lengthPrefixed ? lengthBytes : 0;
  const bytes =
    width <= widestLevel
      ? encodeLevelRuns(levels, width, headSize)
      : encodeRuns(new Int32Array(levels), 0, levels.length, width, headSize);
  if (options.lengthPrefixed) writeUint32(bytes, 0, bytes.length - lengthBytes);
  return bytes;
}

/**
 * Encodes the definition levels of a flat optional column from its validity: bit `i` of `bits`, least significant
 * first, is 1 if slot `i` has a value. If `bits` is undefined, all slots have a value.
 */
export function encodeValidity(
  bits: Uint8Array | undefined,
  slotCount: number,
  options: EncodeLevelsOptions,
): Uint8Array {
  return prefixed(bits === undefined ? encodeAllOnes(slotCount) : encodeBitmap(bits, slotCount), options);
}

/**
 * Encodes levels in the deprecated BIT_PACKED encoding. Use it only for tests and fixtures, because the format
 * deprecates BIT_PACKED.
 */
export function encodeBitPackedLevels(levels: Uint8Array, maxLevel: number): Uint8Array {
  return packBitPacked(levels, levelWidth(maxLevel));
}

function prefixed(runs: Uint8Array, options: EncodeLevelsOptions): Uint8Array {
  if (!options.lengthPrefixed) return runs;
  const bytes = new Uint8Array(lengthBytes + runs.length);
  bytes.set(runs, writeUint32(bytes, 0, runs.length));
  return bytes;
}
