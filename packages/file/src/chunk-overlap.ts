/**
 * Rejects overlapping column chunks. A chunk is contiguous and belongs to one column (README.md of parquet-format,
 * "Glossary"). Writers do not let chunks share bytes. In a malicious file, many chunks could share the same few bytes,
 * which would then be decoded once per chunk.
 */
import { ParquetError } from '@marquetry/core';
import { formatPath } from '@marquetry/schema';
import type { ChunkExtent } from './chunk.js';

/**
 * Maximum number of bytes by which chunks may overlap, because old writers miscount `total_compressed_size` by up to a
 * page header and some padding (PARQUET-816).
 */
const miscountBytes = 128;

/**
 * Checks that the chunks of a row group do not overlap.
 * @throws ParquetError CORRUPT if two chunks overlap. The error names both columns.
 */
export function requireApart(rowGroup: number, locations: readonly ChunkExtent[]): void {
  const placed = locations
    .filter(({ start, end }) => end > (start ?? end))
    .sort((a, b) => (a.start as number) - (b.start as number) || a.end - b.end);
  let furthest: ChunkExtent | undefined;
  for (const location of placed) {
    if (furthest !== undefined) {
      const start = location.start as number;
      const shared = Math.min(furthest.end, location.end) - start;
      if (shared > miscountBytes || (shared > 0 && start === furthest.start)) {
        const other = `${formatPath(furthest.leaf.path)} at offsets ${furthest.start} to ${furthest.end}`;
        const what = `the chunk at offsets ${start} to ${location.end} overlaps the chunk of column ${other}`;
        throw new ParquetError('CORRUPT', what, { rowGroup, column: formatPath(location.leaf.path) });
      }
    }
    if (furthest === undefined || location.end > furthest.end) furthest = location;
  }
}
