/** Decodes levels to one byte per slot. */
import { EncodingId } from '@marquetry/core';
import { checkRuns, createRunReader, repeatedValue } from '@marquetry/rle';
import { unpackBitPacked } from './bit-packed.js';
import { findLevels, type LevelOptions, levelWidth, unchecked } from './options.js';
import { aboveMaximum, runsToLevels } from './runs-to-levels.js';

/** The levels of one page. */
export interface DecodedLevels {
  /** The levels, one byte per slot. */
  readonly levels: Uint8Array;
  /**
   * Size of the levels in bytes, including the length prefix of a v1 page. The values start this many bytes after
   * `position`.
   */
  readonly byteLength: number;
}

/**
 * Decodes the definition or repetition levels of one page. Allocates more than 64 KiB only after a check that the runs
 * have enough levels.
 * @throws ParquetError TRUNCATED if there are fewer than `slotCount` levels; CORRUPT for a level above the maximum;
 * UNSUPPORTED for an encoding that cannot store levels; LIMIT if `limits` are exceeded.
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
