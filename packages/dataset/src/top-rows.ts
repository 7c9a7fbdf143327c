/**
 * Finds the first rows of a dataset in the sort order of one column. If the partition of a file shows that its rows
 * sort after all rows found so far, only the footer of the file is read.
 */
import type { Values } from '@marquetry/core';
import { createTopRows, orderedLeaf, type TopRowsOptions } from '@marquetry/prune';
import { type LeafNode, parsePath } from '@marquetry/schema';
import { onlyEntry } from './columns/constant.js';
import { type DatasetFile, foldMember, type Members, type OpenedMember } from './members.js';
import { isVariantAt, isVariantPath } from './schema/variant-storage.js';
import { isSame, refuseTypes } from './schema/widen-type.js';

/** Options for finding the first rows of a dataset in the sort order of one column. */
export interface OrderedRows extends Omit<TopRowsOptions, 'rowGroups'> {}

/** Identifies a row of a dataset: the index of its file, and the ordinal of the row in that file. */
export interface RowPlace {
  readonly file: number;
  readonly row: number;
}

const asTheyAre = (values: Values): Values => values;

/**
 * Finds the first rows of a dataset in sort order, and returns the file index and the ordinal of each row. Scans one
 * file after another. If a file stores the column with a type other than the dataset's, all of its rows are read.
 */
export async function topRowsOf(members: Members, options: OrderedRows): Promise<readonly RowPlace[]> {
  const { orderBy, where, offset, limit, ...read } = options;
  const wanted = [...members.files.keys()].filter((index) => !members.excludes(index, where));
  const leafIn = await keyColumns(members, typeof orderBy === 'string' ? orderBy : orderBy.column, wanted, read);
  const top = createTopRows({
    orderBy,
    ...(offset !== undefined && { offset }),
    ...(limit !== undefined && { limit }),
  });
  for (const index of wanted) {
    const member = await members.open(index, read.signal);
    const { file, sources } = member;
    const folded = foldMember(member, where);
    if (folded === false) continue;
    const scanned = { ...read, ...(folded !== true && { where: folded }) };
    const leaf = leafIn(member, index);
    const source = sources.sourceOf(leaf);
    if (source.kind === 'stored') {
      const { stored } = source;
      // A different type may order the same bytes differently, as unsigned and signed integers do.
      const widen = isSame(leaf, stored) ? undefined : (source.widen ?? asTheyAre);
      await top.scan(file, index, scanned, { leaf, stored, widen });
      continue;
    }
    const value = source.kind === 'constant' ? source.value : undefined;
    await top.scanAlike(file, index, { leaf, value: value && onlyEntry(value) }, scanned);
  }
  return top.rows();
}

/**
 * Returns a function that finds the sort column in a file: a column of the file, or one that is extracted from a
 * VARIANT by its path.
 */
async function keyColumns(
  { files, schema, open }: Members,
  column: string,
  wanted: readonly number[],
  read: Pick<OrderedRows, 'signal' | 'paranoid'>,
): Promise<(member: OpenedMember, index: number) => LeafNode> {
  const names = parsePath(column);
  if (!isVariantPath(schema, names)) {
    orderedLeaf(schema, column);
    return ({ adapted }) => orderedLeaf(adapted.schema, column);
  }
  const variant = names.slice(
    0,
    names.findIndex((_, i) => isVariantAt(schema, names.slice(0, i))),
  );
  const found = new Map<number, LeafNode>();
  let first: { readonly leaf: LeafNode; readonly path: string } | undefined;
  for (const index of wanted) {
    const { adapted, sources, paths } = await open(index, read.signal);
    // If the file does not have the VARIANT, the sort value is null in all of its rows.
    if (paths === undefined || sources.namesOf(variant) === undefined) continue;
    const leaf = await paths.orderedColumn(adapted, column, read);
    const { path } = files[index] as DatasetFile;
    first ??= { leaf, path };
    if (!isSame(first.leaf, leaf)) refuseTypes(column, first.leaf, first.path, leaf, path);
    found.set(index, leaf);
  }
  return (_, index) => found.get(index) ?? first?.leaf ?? (schema.leaves[0] as LeafNode);
}
