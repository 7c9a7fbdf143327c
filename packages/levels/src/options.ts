/**
 * The position and encoding of a page's levels: the options of every reader in this package.
 *
 *   v1, RLE         u32 LE byte length, then runs        `lengthPrefixed`
 *   v2, RLE         runs; the page header states their length, so `end` is known
 *   v1, BIT_PACKED  ceil(slots * width / 8) bytes, most significant bit first, no length (deprecated)
 *
 * The width is the number of bits of the maximum level (Encodings.md#RLE). If the maximum is 0, nothing is stored, not
 * even the length.
 */
import { readUint32 } from '@marquetry/bit-io';
import { EncodingId, type Kernels, type Limits, limitError, nameOf, ParquetError } from '@marquetry/core';

/** The position, encoding and number of a page's levels. */
export interface LevelOptions {
  /** The encoding of the levels: `EncodingId.RLE` or `EncodingId.BIT_PACKED`. */
  readonly encoding: number;
  readonly bytes: Uint8Array;
  /** The offset at which the levels start, with their length prefix if there is one. */
  readonly position: number;
  /** In a v2 page, the offset at which the levels end. In a v1 page, the end of the page body. */
  readonly end: number;
  /** True in v1 pages: a byte length precedes the levels. Ignored for BIT_PACKED, which never has a length. */
  readonly lengthPrefixed: boolean;
  /** The maximum level, 0 to 255. */
  readonly maxLevel: number;
  /** Number of levels to read. */
  readonly slotCount: number;
  /** The kernels with which to allocate memory for the levels and, if they include `readLevels`, to read the runs. */
  readonly kernels: Pick<Kernels, 'allocate' | 'readLevels'>;
  readonly limits: Limits;
}

/**
 * Maximum number of bytes to allocate for levels without first checking that the runs contain enough levels. Without
 * the check, a false slot count could cause an allocation of any size. The check is skipped for fewer bytes, because it
 * takes about as long as reading the runs.
 */
export const unchecked: number = 65_536;

/** Returns the number of bits per level if the highest level is `maxLevel`. */
export function levelWidth(maxLevel: number): number {
  return 32 - Math.clz32(maxLevel);
}

/** The byte range of a page's levels: `[position, end)` excludes the length prefix, `byteLength` includes it. */
export interface LevelRange {
  readonly position: number;
  readonly end: number;
  readonly byteLength: number;
}

/**
 * Finds the bytes of a page's levels.
 * @throws ParquetError UNSUPPORTED for an encoding other than RLE and BIT_PACKED; LIMIT for a maximum above 255 or more
 * slots than `limits` allow; TRUNCATED if the bytes end before the levels do.
 */
export function findLevels(options: LevelOptions): LevelRange {
  const { encoding, position, end, maxLevel, slotCount, limits } = options;
  if (maxLevel > 255) throw new ParquetError('LIMIT', `the maximum level must be at most 255, got ${maxLevel}`);
  if (slotCount > limits.decodedBytes) {
    throw limitError('decodedBytes', limits, `a level array of ${slotCount} bytes`);
  }
  if (encoding === EncodingId.RLE) return findRuns(options);
  if (encoding !== EncodingId.BIT_PACKED) {
    throw new ParquetError(
      'UNSUPPORTED',
      `levels must be encoded as RLE or BIT_PACKED, got ${nameOf(EncodingId, encoding)} (${encoding})`,
    );
  }
  const byteLength = Math.ceil((slotCount * levelWidth(maxLevel)) / 8);
  if (byteLength > end - position) {
    throw new ParquetError('TRUNCATED', `${slotCount} levels need ${byteLength} bytes, found ${end - position}`, {
      offset: position,
    });
  }
  return { position, end: position + byteLength, byteLength };
}

function findRuns(options: LevelOptions): LevelRange {
  const { bytes, position, end, lengthPrefixed, maxLevel, slotCount } = options;
  if (!lengthPrefixed) return { position, end, byteLength: end - position };
  const room = end - position;
  // A page without slots may have no bytes at all.
  if (maxLevel === 0 || (slotCount === 0 && room === 0)) return { position, end: position, byteLength: 0 };
  if (room < 4) throw new ParquetError('TRUNCATED', 'the length of the levels is truncated', { offset: position });
  const byteLength = readUint32(bytes, position);
  if (byteLength > room - 4) {
    throw new ParquetError('TRUNCATED', `expected ${byteLength} bytes of levels, found ${room - 4}`, {
      offset: position,
    });
  }
  return { position: position + 4, end: position + 4 + byteLength, byteLength: 4 + byteLength };
}
