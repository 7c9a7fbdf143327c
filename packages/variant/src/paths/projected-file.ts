/** Reads paths into VARIANT columns as separate columns. */
import { isParquetError, ParquetError } from '@marquetry/core';
import { type ParquetFile, type ReadBatchesOptions, type TypedColumn, withBatches } from '@marquetry/file';
import { formatPath, type GroupNode, type LeafNode, type Schema, type SchemaNode } from '@marquetry/schema';
import { absentColumn } from './absent-columns.js';
import { type AbsentColumn, absentIn } from './needed-columns.js';
import { leavesBelow, type PathColumns, pathColumnsOf } from './path-columns.js';
import { runsOfGroups } from './row-group-runs.js';

/** A file whose schema has a column for each requested VARIANT path. */
export interface ProjectedFile {
  /**
   * The file. Its schema has the requested columns, and a VARIANT column for each path, named like the path. The
   * entries of that column are the values at the path, or null in rows that do not have the path.
   */
  readonly file: ParquetFile;
  /** The columns to request from the file. */
  readonly columns: readonly LeafNode[];
}

/**
 * Resolves `columns` with paths into VARIANT columns, such as `event.user.id`. A path that names a stored column, such as `event.value`,
 * selects that column. Returns undefined if no path leads into a VARIANT.
 *
 * If the path is shredded, only its columns are read: its `typed_value`, the `value` columns of the path and of the fields that lead to it,
 * and `metadata`. `value` and `metadata` are skipped in row groups whose footer proves that they contain no value at the path, unless
 * `paranoid` is set.
 * @throws ParquetError INVALID_ARGUMENT for an unknown column, for a path into a VARIANT inside a list or map, or if `columns` also names
 *   storage columns of the same VARIANT.
 */
export function projectVariants(file: ParquetFile, columns: ReadBatchesOptions['columns']): ProjectedFile | undefined {
  const { schema } = file;
  if (!Array.isArray(columns)) return undefined;
  const kept = new Set<LeafNode>();
  const paths = new Map<string, PathColumns>();
  for (const column of columns as readonly (string | LeafNode)[]) {
    const found = typeof column === 'string' ? findColumns(schema, column) : [column];
    if (!('node' in found)) for (const leaf of found) kept.add(leaf);
    else paths.set(found.node.name, found);
  }
  if (paths.size === 0) return undefined;
  const all = [...paths.values()];
  const leaves = [...new Set([...kept, ...all.flatMap((path) => path.leaves)])];
  const read = withBatches(file, (inner, options = {}) => readPresent(inner, options, all, kept));
  const children = schema.root.children.flatMap((child) => [
    ...withoutVariants(child, kept, new Set(all.map(({ variant }) => variant))),
    ...all.filter(({ variant }) => variant.path[0] === child.name).map(({ node }) => node),
  ]);
  return { file: { ...read, schema: { ...schema, root: { ...schema.root, children } } }, columns: leaves };
}

function findColumns(schema: Schema, path: string): PathColumns | readonly LeafNode[] {
  try {
    return schema.find(path);
  } catch (error) {
    if (!isParquetError(error)) throw error;
    const found = pathColumnsOf(schema, path);
    if (found === undefined) throw error;
    return found;
  }
}

/** Returns a schema node without the VARIANT columns from which only paths are read. */
function withoutVariants(
  node: SchemaNode,
  kept: ReadonlySet<LeafNode>,
  variants: ReadonlySet<GroupNode>,
): readonly SchemaNode[] {
  if (node.kind === 'leaf') return [node];
  if (variants.has(node)) {
    const leaves = leavesBelow(node);
    const count = leaves.filter((leaf) => kept.has(leaf)).length;
    if (count > 0 && count < leaves.length) {
      const what = `\`columns\` must not name both storage columns of the VARIANT ${formatPath(node.path)} and paths into it: use two reads`;
      throw new ParquetError('INVALID_ARGUMENT', what);
    }
    return count === 0 ? [] : [node];
  }
  if (![...variants].some(({ path }) => node.path.every((name, i) => path[i] === name))) return [node];
  return [{ ...node, children: node.children.flatMap((child) => withoutVariants(child, kept, variants)) }];
}

/** Reads batches without the columns that need not be read, and then adds these columns to the batches. */
async function* readPresent(
  file: ParquetFile,
  options: ReadBatchesOptions,
  paths: readonly PathColumns[],
  kept: ReadonlySet<LeafNode>,
): AsyncGenerator<readonly TypedColumn[], void, undefined> {
  const leaves = (options.columns ?? []).filter((column): column is LeafNode => typeof column !== 'string');
  const known = new Set(paths.flatMap((path) => path.leaves));
  // Reads of a single column, and reads into the caller's memory, do not skip columns.
  if (
    leaves.length !== options.columns?.length ||
    options.memory !== undefined ||
    options.paranoid === true ||
    ![...known].every((leaf) => leaves.includes(leaf))
  ) {
    yield* file.leafBatches(options);
    return;
  }
  await file.unlock(leaves, options.signal);
  const keyOf = (absent: ReadonlyMap<LeafNode, AbsentColumn>): string =>
    [...absent.keys()].map(({ index }) => index).join();
  const absentOf = (rowGroup: number): ReadonlyMap<LeafNode, AbsentColumn> => absentIn(file, rowGroup, paths, kept);
  for await (const { plan: absent, options: part } of runsOfGroups(file, options, absentOf, keyOf, commonOf)) {
    if (absent.size === 0) {
      yield* file.leafBatches(part);
      continue;
    }
    const present = leaves.filter((leaf) => !absent.has(leaf));
    for await (const columns of file.leafBatches({ ...part, columns: present })) {
      const byLeaf = new Map(columns.map((column) => [column.leaf, column]));
      yield leaves.map((leaf) => byLeaf.get(leaf) ?? columnOf(leaf, byLeaf, absent, options));
    }
  }
}

function columnOf(
  leaf: LeafNode,
  columns: ReadonlyMap<LeafNode, TypedColumn>,
  absent: ReadonlyMap<LeafNode, AbsentColumn>,
  { spaced = false }: ReadBatchesOptions,
): TypedColumn {
  // Creates the columns that were not read, from the anchor columns that were read.
  const { anchor, isMetadata } = absent.get(leaf) as AbsentColumn;
  const isSpaced = typeof spaced === 'function' ? spaced(leaf) : spaced;
  return absentColumn(leaf, columns.get(anchor) as TypedColumn, isSpaced, isMetadata);
}

/** Returns the columns that are in both maps of columns not to read. */
function commonOf(
  a: ReadonlyMap<LeafNode, AbsentColumn>,
  b: ReadonlyMap<LeafNode, AbsentColumn>,
): ReadonlyMap<LeafNode, AbsentColumn> {
  return new Map([...a].filter(([leaf]) => b.has(leaf)));
}
