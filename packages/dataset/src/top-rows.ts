/**
 * Finds the first rows of a dataset in the order of a column. If a file's partition comes after all rows found so far,
 * only its footer is read.
 */
import type { Values } from '@marquetry/core';
import { createTopRows, orderedLeaf, type TopRowsOptions } from '@marquetry/prune';
import { onlyEntry } from './columns/constant.js';
import { foldMember, type Members } from './members.js';
import { isSame } from './schema/widen-type.js';

/** Options for reading rows of a dataset in order. */
export interface OrderedRows extends Omit<TopRowsOptions, 'rowGroups'> {}

/** A row of a dataset: the index of its file, and the ordinal of the row in that file. */
export interface RowPlace {
  readonly file: number;
  readonly row: number;
}

const asTheyAre = (values: Values): Values => values;

/** Scans the files one after another. If a file has a different type for the column, none of its rows is skipped. */
export async function topRowsOf(members: Members, options: OrderedRows): Promise<readonly RowPlace[]> {
  const { orderBy, where, offset, limit, ...read } = options;
  const { files } = members;
  const column = typeof orderBy === 'string' ? orderBy : orderBy.column;
  orderedLeaf(members.schema, column);
  const top = createTopRows({
    orderBy,
    ...(offset !== undefined && { offset }),
    ...(limit !== undefined && { limit }),
  });
  for (const index of files.keys()) {
    if (members.excludes(index, where)) continue;
    const member = await members.open(index, read.signal);
    const { file, sources, adapted } = member;
    const folded = foldMember(member, where);
    if (folded === false) continue;
    const scanned = { ...read, ...(folded !== true && { where: folded }) };
    const leaf = orderedLeaf(adapted.schema, column);
    const source = sources.sourceOf(leaf);
    if (source.kind === 'stored') {
      const { stored } = source;
      // The same bytes may have another order, such as those of an unsigned integer that is read as signed.
      const widen = isSame(leaf, stored) ? undefined : (source.widen ?? asTheyAre);
      await top.scan(file, index, scanned, { leaf, stored, widen });
      continue;
    }
    const value = source.kind === 'constant' ? source.value : undefined;
    await top.scanAlike(file, index, { leaf, value: value && onlyEntry(value) }, scanned);
  }
  return top.rows();
}
