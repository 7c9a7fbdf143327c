/**
 * Levels to bytes: RLE / bit-packed runs, and the deprecated BIT_PACKED.
 */
import { writeUint32 } from '@marquetry/bit-io';
import { encodeRuns } from '@marquetry/rle';
import { packBitPacked } from './bit-packed.js';
import { encodeAllOnes, encodeBitmap } from './encode-bitmap.js';
import { encodeLevelRuns, widestLevel } from './encode-level-runs.js';
import { levelWidth } from './options.js';

/** How levels are written. */
export interface EncodeLevelsOptions {
  /** True for v1 pages: a u32 LE byte length goes before the runs. */
  readonly lengthPrefixed: boolean;
}

/** Of the length before the runs. */
const lengthBytes = 4;

/**
 * Levels, each at most `maxLevel`, as runs; nothing at all when that is 0.
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
 * Definition levels of a flat optional column, from its validity: bit `i` of `bits`, least significant first, says
 * whether slot `i` has a value. Undefined: all have.
 */
export function encodeValidity(
  bits: Uint8Array | undefined,
  slotCount: number,
  options: EncodeLevelsOptions,
): Uint8Array {
  return prefixed(bits === undefined ? encodeAllOnes(slotCount) : encodeBitmap(bits, slotCount), options);
}

/** The same levels in the deprecated BIT_PACKED: for tests and fixtures; no writer should use it. */
export function encodeBitPackedLevels(levels: Uint8Array, maxLevel: number): Uint8Array {
  return packBitPacked(levels, levelWidth(maxLevel));
}

function prefixed(runs: Uint8Array, options: EncodeLevelsOptions): Uint8Array {
  if (!options.lengthPrefixed) return runs;
  const bytes = new Uint8Array(lengthBytes + runs.length);
  bytes.set(runs, writeUint32(bytes, 0, runs.length));
  return bytes;
}
