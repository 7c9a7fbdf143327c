/**
 * Levels to one byte a slot.
 */
import { EncodingId } from '@marquetry/core';
import { checkRuns, createRunReader, repeatedValue } from '@marquetry/rle';
import { unpackBitPacked } from './bit-packed.js';
import { findLevels, type LevelOptions, levelWidth, unchecked } from './options.js';
import { aboveMaximum, runsToLevels } from './runs-to-levels.js';

/** Levels of one page. */
export interface DecodedLevels {
  /** A level a slot. */
  readonly levels: Uint8Array;
  /** Bytes from `position` to what follows the levels, prefix included. */
  readonly byteLength: number;
}

/**
 * Definition or repetition levels of one page. Memory for them is taken only when they are known to be there.
 * @throws ParquetError TRUNCATED when there are fewer than `slotCount`; CORRUPT for a level above the maximum;
 *   UNSUPPORTED for an encoding that levels do not have; LIMIT above `limits`.
 */
export function decodeLevels(options: LevelOptions): DecodedLevels {
  const { encoding, bytes, maxLevel, slotCount, kernels } = options;
  const { position, end, byteLength } = findLevels(options);
  const width = levelWidth(maxLevel);
  if (width === 0) return { levels: kernels.allocate(slotCount), byteLength };
  if (encoding === EncodingId.BIT_PACKED) {
    const levels = kernels.allocate(slotCount);
    unpackBitPacked(bytes, position, width, levels, slotCount);
    requireAtMost(levels, maxLevel, position);
    return { levels, byteLength };
  }
  const level = repeatedValue(bytes, position, end, width, slotCount);
  const reader = createRunReader(bytes, position, end, width);
  if (level === undefined && slotCount > unchecked) checkRuns(reader, slotCount);
  if (level !== undefined && level > maxLevel) throw aboveMaximum(level, maxLevel, position);
  const levels = kernels.allocate(slotCount);
  if (level !== undefined) levels.fill(level);
  else runsToLevels(reader, levels, maxLevel, kernels);
  return { levels, byteLength };
}

function requireAtMost(levels: Uint8Array, maxLevel: number, offset: number): void {
  for (let i = 0; i < levels.length; i++) {
    const level = levels[i] as number;
    if (level > maxLevel) throw aboveMaximum(level, maxLevel, offset);
  }
}
