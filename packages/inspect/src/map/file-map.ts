/** The map of a Parquet file: which bytes store which part of it. */
import type { ParquetFile } from '@marquetry/file';
import { claimsOf } from './claims.js';
import type { FileRegion, MisplacedRegion } from './file-region.js';
import { layOut } from './lay-out.js';

const magicBytes = 4;
const lengthBytes = 4;

/**
 * Returns the regions of a file in file order. They do not overlap, and cover all bytes of the file. Only the footer is used; nothing is read. Where
 * the footer contradicts itself, {@link misplacedRegions} lists the affected parts.
 *
 * The chunks of an encrypted column have regions after `file.unlock`. If the file was opened with `metadata`, the position of its footer is unknown, and
 * its bytes are `unaccounted`.
 * @throws ParquetError LIMIT if the map would take more than `file.limits.memoryBytes`.
 */
export function fileMap(file: ParquetFile): readonly FileRegion[] {
  return mapOf(file).regions;
}

/**
 * Returns the parts that {@link fileMap} omits or shows differently than the footer states, because they overlap, extend beyond the end of the file,
 * are in another file, or have encrypted positions. Empty for most files.
 * @throws ParquetError LIMIT as for `fileMap`.
 */
export function misplacedRegions(file: ParquetFile): readonly MisplacedRegion[] {
  return mapOf(file).misplaced;
}

function mapOf(file: ParquetFile): {
  readonly regions: readonly FileRegion[];
  readonly misplaced: readonly MisplacedRegion[];
} {
  const { source, footer } = file;
  const { claims, absent } = claimsOf(file);
  const regions: FileRegion[] = [];
  const misplaced = [...absent];
  const { byteLength } = source;
  const push = (kind: FileRegion['kind'], offset: number, end: number): number => {
    const from = Math.min(offset, byteLength);
    const to = Math.min(end, byteLength);
    if (to > from) regions.push({ kind, offset: from, byteLength: to - from });
    return to;
  };
  const trailer = byteLength - lengthBytes - magicBytes;
  if (trailer < magicBytes) {
    // This is only possible if `metadata` was given for a source that is not a Parquet file.
    push('unaccounted', 0, byteLength);
    return { regions, misplaced };
  }
  push('magic', 0, magicBytes);
  // If `metadata` was given, `footer` is an empty range at the end of the file.
  const dataEnd = Math.min(Math.max(magicBytes, footer.offset), trailer);
  layOut(claims, magicBytes, dataEnd, regions, misplaced);
  push('footer', dataEnd, trailer);
  push('footer-length', trailer, trailer + lengthBytes);
  push('magic', trailer + lengthBytes, byteLength);
  return { regions, misplaced };
}
