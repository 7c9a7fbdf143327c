/**
 * Finds the byte ranges of a chunk that contain given rows.
 */
import type { ChunkAddress, ParquetFile } from './parquet-file.js';
import { hasRow, type RowSelection, rowRanges } from './row-ranges.js';
import type { ByteRange } from './source/planned.js';

/**
 * Returns the byte ranges of the dictionary page and of the pages that contain any of the given rows. Adjacent pages
 * share a range. Without an offset index, returns the range of the whole chunk.
 * @throws ParquetError for the same reasons as `ParquetFile.offsetIndex`.
 */
export async function pageReads(
  file: ParquetFile,
  address: ChunkAddress,
  rows: NonNullable<RowSelection['rows']>,
  signal?: AbortSignal,
): Promise<readonly ByteRange[]> {
  const { start, end, rowCount } = file.chunk(address);
  const [range] = rowRanges(file.metadata.rowGroups, { rowGroups: [address.rowGroup], rows });
  if (start === undefined || range === undefined) return [];
  const whole = [{ offset: start, length: end - start }];
  if (range.rowCount === rowCount) return whole;
  const locations = (await file.offsetIndex(address, signal))?.pageLocations ?? [];
  const firstOffset = locations[0]?.offset;
  if (firstOffset === undefined) return whole;
  const ranges: { offset: number; length: number }[] = [];
  const add = (offset: number, length: number): void => {
    const last = ranges.at(-1);
    if (last !== undefined && last.offset + last.length === offset) last.length += length;
    else ranges.push({ offset, length });
  };
  if (firstOffset > start) add(start, firstOffset - start);
  for (const [page, { firstRowIndex, offset, compressedPageSize }] of locations.entries()) {
    const rowEnd = locations[page + 1]?.firstRowIndex ?? rowCount;
    if (hasRow(range, firstRowIndex, rowEnd)) add(offset, compressedPageSize);
  }
  return ranges;
}
