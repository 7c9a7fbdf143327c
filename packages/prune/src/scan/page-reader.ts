/**
 * Announces the pages that a scan is about to read, so that the source can fetch them together.
 *
 *   filter columns, candidate rows      announced before the predicate is evaluated
 *   other columns, rows that passed     announced after the predicate is evaluated, or together with the filter columns
 *                                       if that costs less than another round trip
 */
import { CodecId } from '@marquetry/core';
import type { Announcement, ParquetFile, PlannedSource, RowSelection } from '@marquetry/file';
import { type RowBits, rowsOfBits } from '@marquetry/file/row-bits';
import { pageReads } from '@marquetry/file/row-ranges';
import { formatPath, type LeafNode } from '@marquetry/schema';
import type { ByteRange } from '../plan/metadata-source.js';
import type { AskedRows } from '../plan/planner.js';
import type { PlannedRead } from '../plan/scan-plan.js';

interface RowsOfGroup {
  readonly rowGroup: number;
  readonly rows: NonNullable<RowSelection['rows']>;
}

/** Returns the byte ranges of the pages that contain the given rows of a row group. */
export async function readsOf(
  file: ParquetFile,
  { rowGroup, rows }: RowsOfGroup,
  leaves: readonly LeafNode[],
  phase: PlannedRead['phase'],
  signal: AbortSignal | undefined,
): Promise<readonly PlannedRead[]> {
  const reads: PlannedRead[] = [];
  for (const leaf of leaves) {
    const column = formatPath(leaf.path);
    for (const { offset, length } of await pageReads(file, { rowGroup, column: leaf }, rows, signal)) {
      reads.push({ offset, byteLength: length, column, phase });
    }
  }
  return reads;
}

export interface PageReader {
  /** Returns the stored size of a column in a row group, in bytes. */
  bytesOf(rowGroup: number, leaf: LeafNode): number;
  /**
   * Announces to the source that the candidate rows of a row group will be read next, beginning with the columns in
   * `filter`. Does nothing if the row group has already been announced.
   */
  announce(group: AskedRows, filter: readonly LeafNode[]): Promise<void>;
  /**
   * Announces to the source that the output columns will be read next in the given rows, except the columns for which
   * `isThere` returns true.
   */
  announceOutput(group: AskedRows, rows: RowBits, isThere: (leaf: LeafNode) => boolean): Promise<void>;
  /** Releases the fetched pages of a row group. The caller must not use their bytes afterwards. */
  end(group: AskedRows, filter: readonly LeafNode[]): void;
}

export function createPageReader(
  file: ParquetFile,
  source: PlannedSource,
  output: readonly LeafNode[],
  signal: AbortSignal | undefined,
): PageReader {
  /** The row groups for which `announce` was called but `end` was not, by number. */
  const open = new Map<number, OpenGroup>();
  const announced = (reads: readonly PlannedRead[]): Announcement =>
    source.announce(reads.map(({ offset, byteLength }): ByteRange => ({ offset, length: byteLength })));
  // A source in memory needs no announcements.
  const isFree = file.source.sharesMemory === true;
  return {
    bytesOf: (rowGroup, leaf) => file.chunk({ rowGroup, column: leaf }).metaData.totalCompressedSize,
    announce: async (group, filter) => {
      const { rowGroup } = group;
      if (isFree || open.has(rowGroup)) return;
      const first = await readsOf(file, group, filter, 'filter', signal);
      const others = output.filter((leaf) => !filter.includes(leaf));
      const rest = await readsOf(file, group, others, 'output', signal);
      const restBytes = rest.reduce((sum, { byteLength }) => sum + byteLength, 0);
      const isWhole = restBytes <= source.gap || filter.length === 0;
      open.set(rowGroup, { announcements: [announced(isWhole ? [...first, ...rest] : first)], isWhole });
    },
    announceOutput: async ({ rowGroup }, rows, isThere) => {
      const group = open.get(rowGroup);
      if (group === undefined || group.isWhole) return;
      const leaves = output.filter((leaf) => !isThere(leaf));
      const reads = await readsOf(file, { rowGroup, rows: rowsOfBits(rows) }, leaves, 'output', signal);
      group.announcements.push(announced(reads));
    },
    end: ({ rowGroup }, filter) => {
      // Uncompressed dictionaries alias the bytes of their pages, and the caller may still be using these dictionaries.
      const isUnused = [...filter, ...output].every(
        (leaf) => file.chunk({ rowGroup, column: leaf }).metaData.codec !== CodecId.UNCOMPRESSED,
      );
      for (const announcement of open.get(rowGroup)?.announcements ?? []) announcement.end(isUnused);
      open.delete(rowGroup);
    },
  };
}

interface OpenGroup {
  readonly announcements: Announcement[];
  /** True if filter and output columns were announced together. */
  readonly isWhole: boolean;
}
