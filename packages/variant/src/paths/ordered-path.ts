/** The column that rows are ordered by if `orderBy` names a path into a VARIANT. */
import type { ParquetFile, ReadBatchesOptions } from '@marquetry/file';
import { type OrderBy, orderedLeaf } from '@marquetry/prune';
import { formatPath, type LeafNode } from '@marquetry/schema';
import { pathNamed, typedColumn } from './typed-column.js';

/**
 * Resolves to the column to order by: that of the path, or the column that `orderBy` names if it is not a path into a VARIANT. Values of
 * several types have no common order.
 * @throws ParquetError INVALID_ARGUMENT if there is no such column; UNSUPPORTED if the path is not shredded into a column of a type, or if
 *   some of its values are of another type.
 */
export async function orderedColumn(
  file: ParquetFile,
  orderBy: string | OrderBy,
  options: Pick<ReadBatchesOptions, 'rowGroups' | 'signal' | 'paranoid'> = {},
): Promise<LeafNode> {
  const column = typeof orderBy === 'string' ? orderBy : orderBy.column;
  const path = pathNamed(file.schema, column);
  const typed = path && (await typedColumn(file, path, '`orderBy` cannot order by', options));
  return orderedLeaf(file.schema, typed === undefined ? column : formatPath(typed.path));
}
