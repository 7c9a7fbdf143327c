/**
 * The first rows of a dataset by a column: files that its partition puts behind those that are found are not opened.
 */
import { createTopRows, orderedLeaf, type TopRowsOptions } from '@marquetry/prune';
import { onlyEntry } from './columns/constant.js';
import { foldWhere } from './columns/fold-where.js';
import type { Members } from './members.js';

/** Rows of a dataset, in order. */
export interface OrderedRows extends Omit<TopRowsOptions, 'rowGroups'> {}

/** A row of a dataset: the index of its file, and its number among all rows of the file. */
export interface RowPlace {
  readonly file: number;
  readonly row: number;
}

/** Looks at one file after the other. Where a file has the column in a narrower type, none of its rows is skipped. */
export async function topRowsOf(members: Members, options: OrderedRows): Promise<readonly RowPlace[]> {
  const { orderBy, where, offset, limit, ...read } = options;
  const { files, schema } = members;
  const leaf = orderedLeaf(schema, typeof orderBy === 'string' ? orderBy : orderBy.column);
  const top = createTopRows({
    orderBy,
    ...(offset !== undefined && { offset }),
    ...(limit !== undefined && { limit }),
  });
  for (const index of files.keys()) {
    if (members.excludes(index, where)) continue;
    const { file, sources } = await members.open(index, read.signal);
    const folded = where === undefined ? true : foldWhere(schema, where, sources);
    if (folded === false) continue;
    const scanned = { ...read, ...(folded !== true && { where: folded }) };
    const source = sources.sourceOf(leaf);
    if (source.kind === 'stored') {
      await top.scan(file, index, scanned, { leaf, stored: source.stored, widen: source.widen });
      continue;
    }
    const value = source.kind === 'constant' ? source.value : undefined;
    await top.scanAlike(file, index, { leaf, value: value && onlyEntry(value) }, scanned);
  }
  return top.rows();
}
