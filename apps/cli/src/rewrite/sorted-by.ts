/** Reads the sort order that the footers of files declare. */
import type { FileWriterOptions, OpenedFooter } from '@marquetry/file';
import { formatPath } from '@marquetry/schema';

type SortedBy = NonNullable<FileWriterOptions['sortingColumns']>;

/**
 * Returns the sort order that all row groups of all files declare, or an empty list if they do not all declare the same
 * one.
 */
export function sortedBy(files: readonly Pick<OpenedFooter, 'metadata' | 'schema'>[]): SortedBy {
  const stated = files.flatMap(({ metadata, schema }) =>
    metadata.rowGroups.map(({ sortingColumns = [] }) =>
      sortingColumns.map(({ columnIdx, descending, nullsFirst }) => {
        const leaf = schema.leaves[columnIdx];
        return { column: leaf === undefined ? undefined : formatPath(leaf.path), descending, nullsFirst };
      }),
    ),
  );
  const [first, ...others] = stated;
  if (first === undefined || others.some((other) => JSON.stringify(other) !== JSON.stringify(first))) return [];
  return first.flatMap(({ column, ...direction }) => (column === undefined ? [] : [{ column, ...direction }]));
}
