/**
 * Which bytes of a chunk hold some of its rows.
 */
import type { ChunkAddress, ParquetFile } from './parquet-file.js';
import type { ByteRange } from './source/planned.js';

/**
 * The pages that hold these rows of the row group, ascending ranges `[from, to)`, with the dictionary: neighbours in one
 * range. All of the chunk where it has no offset index.
 * @throws ParquetError as `ParquetFile.offsetIndex`.
 */
export async function pageReads(
  file: ParquetFile,
  address: ChunkAddress,
  rows: readonly (readonly [from: number, to: number])[],
  signal?: AbortSignal,
): Promise<readonly ByteRange[]> {
  const { start, end, rowCount } = file.chunk(address);
  if (start === undefined || rows.length === 0) return [];
  const whole = [{ offset: start, length: end - start }];
  const [first] = rows;
  if (rows.length === 1 && first?.[0] === 0 && first[1] === rowCount) return whole;
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
  let i = 0;
  for (const [page, { firstRowIndex, offset, compressedPageSize }] of locations.entries()) {
    const rowEnd = locations[page + 1]?.firstRowIndex ?? rowCount;
    while ((rows[i]?.[1] ?? Number.POSITIVE_INFINITY) <= firstRowIndex) i++;
    if ((rows[i]?.[0] ?? Number.POSITIVE_INFINITY) < rowEnd) add(offset, compressedPageSize);
  }
  return ranges;
}
