/**
 * Holds the sorting that a row group claims to its rows.
 */
import { canSortBy, createSortCheck, type SortedColumn } from '@marquetry/column-writer';
import type { ParquetFile } from '@marquetry/file';
import { formatPath } from '@marquetry/schema';
import type { Context } from '../context.js';
import { contradiction, faultOf, type Report } from './fault.js';

/** Rows that are compared between two pauses. */
const batchRows = 2 ** 13;

/** Reads the sorting columns up to the first that rows have no order by, and reports the first row out of order. */
export async function checkSorting(
  file: ParquetFile,
  rowGroup: number,
  { signal }: Context,
  report: Report,
): Promise<void> {
  const { leaves } = file.schema;
  const claimed: SortedColumn[] = [];
  for (const { columnIdx, descending, nullsFirst } of file.metadata.rowGroups[rowGroup]?.sortingColumns ?? []) {
    const leaf = leaves[columnIdx];
    if (leaf === undefined) {
      report(contradiction(`rows are sorted by column ${columnIdx}, the schema has ${leaves.length}`, { rowGroup }));
      return;
    }
    // What comes after it is sorted among equal rows only.
    if (!canSortBy(leaf)) break;
    claimed.push({ leaf, descending, nullsFirst });
  }
  if (claimed.length === 0) return;
  const check = createSortCheck(claimed);
  let row = 0;
  try {
    const columns = claimed.map(({ leaf }) => leaf);
    for await (const batch of file.leafBatches({ rowGroups: [rowGroup], columns, batchRows, signal })) {
      const pieces = columns
        .map((leaf) => batch.find((column) => column.leaf === leaf))
        .filter((piece) => piece !== undefined);
      const wrong = check.add(pieces);
      if (wrong !== undefined) {
        const names = columns.map(({ path }) => formatPath(path)).join(', ');
        report(
          contradiction(`row ${row + wrong} comes before the row above it: rows are not sorted by ${names}`, {
            rowGroup,
          }),
        );
        return;
      }
      row += batch[0]?.rowCount ?? 0;
    }
  } catch (error) {
    report(faultOf(error));
  }
}
