/**
 * Announces the pages that a scan is about to read, so that they are fetched together.
 *
 *   filter columns, candidate rows      before the predicate is tested
 *   other columns, rows that passed     after it; with the filter columns where that costs less than another round trip
 */
import type { ParquetFile, PlannedSource, RowSelection } from '@marquetry/file';
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

/** The pages of columns that hold some rows of a row group, in bytes of the file. */
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
  /** Bytes of a column in a row group. */
  bytesOf(rowGroup: number, leaf: LeafNode): number;
  /** The candidates of a row group are read next, of these columns first. */
  announce(group: AskedRows, filter: readonly LeafNode[]): Promise<void>;
  /** Announces these rows of the output columns, except for columns that were read already. */
  announceOutput(group: AskedRows, rows: RowBits, isThere: (leaf: LeafNode) => boolean): Promise<void>;
}

export function createPageReader(
  file: ParquetFile,
  source: PlannedSource,
  output: readonly LeafNode[],
  signal: AbortSignal | undefined,
): PageReader {
  /** The row group of which all was announced at once. */
  let together: number | undefined;
  const announced = (reads: readonly PlannedRead[]): void =>
    source.announce(reads.map(({ offset, byteLength }): ByteRange => ({ offset, length: byteLength })));
  // Bytes in memory are not fetched.
  const isFree = file.source.sharesMemory === true;
  return {
    bytesOf: (rowGroup, leaf) => file.chunk({ rowGroup, column: leaf }).metaData.totalCompressedSize,
    announce: async (group, filter) => {
      if (isFree) return;
      together = undefined;
      const first = await readsOf(file, group, filter, 'filter', signal);
      const others = output.filter((leaf) => !filter.includes(leaf));
      const rest = await readsOf(file, group, others, 'output', signal);
      const restBytes = rest.reduce((sum, { byteLength }) => sum + byteLength, 0);
      if (restBytes > source.gap && filter.length > 0) {
        announced(first);
        return;
      }
      together = group.rowGroup;
      announced([...first, ...rest]);
    },
    announceOutput: async (group, rows, isThere) => {
      if (isFree || together === group.rowGroup) return;
      const { rowGroup } = group;
      const leaves = output.filter((leaf) => !isThere(leaf));
      announced(await readsOf(file, { rowGroup, rows: rowsOfBits(rows) }, leaves, 'output', signal));
    },
  };
}
