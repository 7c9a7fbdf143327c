/**
 * Assigns each byte between the first magic number and the footer to one part. A claim is the byte range that the
 * footer states for a part; a region is the range that the part gets.
 *
 *   claims    AAAAAAAAAAAA      CCCC           sorted by their start
 *                  BBBBBB          DDDDDDDDDDD
 *   regions   AAAAABBBBBB.......CCCDDDDDD      a part ends where a later one starts; dots are unaccounted bytes
 *             ^ start                    ^ end
 */
import type { Claim } from './claims.js';
import type { FileRegion, MisplacedRegion } from './file-region.js';

/**
 * Divides the bytes from `start` to `end` among the parts of the file, and adds the resulting regions to `regions`.
 * Parts whose stated range overlaps another part or extends beyond these bytes are added to `misplaced`.
 */
export function layOut(
  claims: readonly Claim[],
  start: number,
  end: number,
  regions: FileRegion[],
  misplaced: MisplacedRegion[],
): void {
  const sorted = [...claims].sort(
    // If parts start at the same byte, the shorter one comes first, and the longer one continues after it.
    (a, b) => a.start - b.start || (a.end ?? Infinity) - (b.end ?? Infinity) || 0,
  );
  const limits = nextStarts(sorted, end);
  let position = start;
  for (const [i, claim] of sorted.entries()) {
    const { kind, rowGroup, column } = claim;
    const from = Math.max(claim.start, position);
    const to = Math.min(claim.end ?? Infinity, limits[i] as number, end);
    const byteLength = claim.end === undefined ? 0 : claim.end - claim.start;
    if (from > claim.start || to < (claim.end ?? from) || byteLength < 0) {
      const why =
        claim.start < start || Math.max(claim.start, claim.end ?? 0) > end || byteLength < 0 ? 'outside' : 'overlap';
      misplaced.push({ kind, offset: claim.start, byteLength, rowGroup, column, why });
    }
    if (to <= from) continue;
    if (from > position) regions.push({ kind: 'unaccounted', offset: position, byteLength: from - position });
    regions.push({ kind, offset: from, byteLength: to - from, rowGroup, column });
    position = to;
  }
  if (position < end) regions.push({ kind: 'unaccounted', offset: position, byteLength: end - position });
}

/** Returns, for each part, the start of the next part that starts after it does, or `end` if there is none. */
function nextStarts(sorted: readonly Claim[], end: number): Float64Array {
  const limits = new Float64Array(sorted.length);
  for (let i = sorted.length - 1; i >= 0; i--) {
    const next = sorted[i + 1];
    if (next === undefined) limits[i] = end;
    else limits[i] = next.start > (sorted[i] as Claim).start ? next.start : (limits[i + 1] as number);
  }
  return limits;
}
