/**
 * Decodes levels of a flat optional column directly to a validity bitmap: one bit per slot, without an array of levels.
 */
import { EncodingId, ParquetError } from '@marquetry/core';
import { checkRuns, createRunReader, repeatedValue, runsToBitmap } from '@marquetry/rle';
import { bitPackedToBitmap } from './bit-packed.js';
import { findLevels, type LevelOptions, unchecked } from './options.js';

/** The validity of the slots of a page. */
export interface DecodedValidity {
  /**
   * A bit is 1 if its slot has a value. The least significant bit comes first; the bits after the last slot are 0.
   * Undefined if every slot has a value.
   */
  readonly bits: Uint8Array | undefined;
  /** Number of slots that have a value. */
  readonly validCount: number;
  /**
   * Size of the levels in bytes, including the length prefix of a v1 page. The values start this many bytes after
   * `position`.
   */
  readonly byteLength: number;
}

/**
 * Decodes the definition levels of a column with a maximum level of 1. If all levels are 1, the time taken depends on
 * the number of runs, not on the number of slots.
 * @throws ParquetError INVALID_ARGUMENT for any other maximum; otherwise the same errors as `decodeLevels`.
 */
export function decodeValidity(options: LevelOptions): DecodedValidity {
  const { encoding, bytes, maxLevel, slotCount, kernels } = options;
  if (maxLevel !== 1) {
    throw new ParquetError('INVALID_ARGUMENT', `a bitmap requires a maximum level of 1, got ${maxLevel}`);
  }
  const { position, end, byteLength } = findLevels(options);
  if (encoding === EncodingId.BIT_PACKED) {
    const bits = kernels.allocate(Math.ceil(slotCount / 8));
    const validCount = bitPackedToBitmap(bytes, position, bits, slotCount);
    return { bits: validCount === slotCount ? undefined : bits, validCount, byteLength };
  }
  const level = repeatedValue(bytes, position, end, 1, slotCount);
  if (level === 1 || slotCount === 0) return { bits: undefined, validCount: slotCount, byteLength };
  const reader = createRunReader(bytes, position, end, 1);
  if (level === undefined && slotCount > 8 * unchecked) checkRuns(reader, slotCount);
  const bits = kernels.allocate(Math.ceil(slotCount / 8));
  const validCount = level === 0 ? 0 : runsToBitmap(reader, bits, 0, slotCount);
  return { bits: validCount === slotCount ? undefined : bits, validCount, byteLength };
}
