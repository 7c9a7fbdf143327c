/** Checks that the rows of a row group are sorted as the footer states. */
import { canSortBy, createSortCheck, type SortedColumn } from '@marquetry/column-writer';
import type { ParquetFile } from '@marquetry/file';
import { formatPath, type LeafNode } from '@marquetry/schema';
import type { Context } from '../context.js';
import { contradiction, faultOf, type Report } from './fault.js';

/** Number of rows to compare before yielding to the event loop. */
const batchRows = 2 ** 13;

/**
 * Reads the sorting columns, and reports the first row that is out of order. Stops at the first column whose type has
 * no defined order or whose decryption key is missing: that column and all later ones are not compared.
 */
export async function checkSorting(
  file: ParquetFile,
  rowGroup: number,
  locked: ReadonlySet<LeafNode>,
  { signal }: Context,
  report: Report,
): Promise<void> {
  const { leaves } = file.schema;
  const claimed: SortedColumn[] = [];
  for (const { columnIdx, descending, nullsFirst } of file.metadata.rowGroups[rowGroup]?.sortingColumns ?? []) {
    const leaf = leaves[columnIdx];
    if (leaf === undefined) {
      report(
        contradiction(
          `the footer states a sort order by column ${columnIdx}, but the schema has only ${leaves.length} columns`,
          { rowGroup },
        ),
      );
      return;
    }
    // Stop here. Later columns matter only for rows that are equal in this column, and its values cannot be compared.
    if (!canSortBy(leaf) || locked.has(leaf)) break;
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
          contradiction(`row ${row + wrong} sorts before the previous row: rows are not sorted by ${names}`, {
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
