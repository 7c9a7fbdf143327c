/**
 * Finds the rows at which the pages of a row group start, from the offset indexes.
 */
import { isParquetError } from '@marquetry/core';
import { type ByteRange, keptBytes, type ParquetFile, plannedSource } from '@marquetry/file';
import type { PageLocation } from '@marquetry/metadata';
import type { LeafNode } from '@marquetry/schema';

/** The pages of columns in a row group. Columns without a usable offset index are absent. */
export type PagesOfGroup = ReadonlyMap<LeafNode, readonly PageLocation[]>;

/** Returns the range of a chunk's offset index in the file; undefined if it has none. */
export function offsetIndexRange(file: ParquetFile, rowGroup: number, leaf: LeafNode): ByteRange | undefined {
  const { chunk, dataEnd } = file.chunk({ rowGroup, column: leaf });
  const { offsetIndexOffset: offset = 0, offsetIndexLength: length = 0 } = chunk;
  return offset > 0 && length > 0 && offset + length <= dataEnd ? { offset, length } : undefined;
}

/** Reads the offset indexes of several row groups together. Returns the pages of each row group, in the given order. */
export async function pagesOfGroups(
  file: ParquetFile,
  rowGroups: readonly number[],
  leaves: readonly LeafNode[],
  signal: AbortSignal | undefined,
): Promise<readonly PagesOfGroup[]> {
  const source = plannedSource(file.source, signal === undefined ? {} : { signal });
  const over = file.over(source);
  const ranges = rowGroups.flatMap((rowGroup) => leaves.map((leaf) => offsetIndexRange(file, rowGroup, leaf)));
  // Indexes that were read together with the footer are not fetched again.
  const { indexes } = file.footer;
  const announced = source.announce(
    ranges
      .filter((range) => range !== undefined)
      .filter(({ offset, length }) => keptBytes(indexes, offset, length) === undefined),
  );
  const found = await Promise.all(
    rowGroups.map(async (rowGroup) => {
      const pages = new Map<LeafNode, readonly PageLocation[]>();
      await Promise.all(
        leaves.map(async (leaf) => {
          const usable = await usablePages(over, rowGroup, leaf, signal);
          if (usable !== undefined) pages.set(leaf, usable);
        }),
      );
      return pages;
    }),
  );
  announced.end(false);
  return found;
}

/**
 * Returns the pages of a chunk; undefined if its offset index is absent, or if a reader might not be able to use it. The pages must be contiguous up
 * to the end of the chunk, and each must contain at least one row.
 */
async function usablePages(
  file: ParquetFile,
  rowGroup: number,
  leaf: LeafNode,
  signal: AbortSignal | undefined,
): Promise<readonly PageLocation[] | undefined> {
  if (offsetIndexRange(file, rowGroup, leaf) === undefined) return undefined;
  const { start, end, rowCount } = file.chunk({ rowGroup, column: leaf });
  let pages: readonly PageLocation[];
  try {
    pages = (await file.offsetIndex({ rowGroup, column: leaf }, signal))?.pageLocations ?? [];
  } catch (error) {
    // Offset indexes are optional for reading, so a corrupt index does not make the plan fail.
    if (isParquetError(error) && error.code !== 'LIMIT') return undefined;
    throw error;
  }
  let next = pages[0]?.offset ?? 0;
  if (start === undefined || next < start || pages[0]?.firstRowIndex !== 0) return undefined;
  let row = -1;
  for (const { compressedPageSize, firstRowIndex, offset } of pages) {
    if (offset !== next || firstRowIndex <= row || firstRowIndex >= rowCount) return undefined;
    next = offset + compressedPageSize;
    row = firstRowIndex;
  }
  return next === end ? pages : undefined;
}
