/** Reads paths into VARIANT columns as typed columns, for typed arrays and Arrow. */
import { type ParquetFile, type ReadBatchesOptions, withBatches } from '@marquetry/file';
import type { LeafNode, Schema } from '@marquetry/schema';
import { filterVariants } from './filtered-file.js';
import type { PathColumns } from './path-columns.js';
import { pathNamed, typedColumn } from './typed-column.js';

/**
 * Returns a file and options for reading paths; the given file and options if neither `columns` nor `where` contains a path. Each path in `columns`
 * becomes a column that is named like the path and has the type of its `typed_value`. It is null in rows without a value, and for a JSON null. Only
 * `typed_value` is read. In row groups whose footer does not prove that all values are typed, the other columns of the path are read once to check
 * this.
 * @throws ParquetError UNSUPPORTED if a path is not shredded into a typed column, or if some of its values have another type; INVALID_ARGUMENT for a
 * path into a VARIANT inside a list or map.
 */
export async function withTypedPaths<O extends ReadBatchesOptions>(
  given: ParquetFile,
  options: O,
): Promise<readonly [file: ParquetFile, options: O]> {
  const file = filterVariants(given, options.where) ?? given;
  const { schema } = file;
  if (!Array.isArray(options.columns)) return [file, options];
  const typed = new Map<LeafNode, LeafNode>();
  const byVariant = new Map<string, LeafNode[]>();
  const columns: (string | LeafNode)[] = [];
  for (const column of options.columns as readonly (string | LeafNode)[]) {
    const path = typeof column === 'string' ? pathNamed(schema, column) : undefined;
    if (path === undefined) {
      columns.push(column);
      continue;
    }
    const stored = await typedColumn(given, path, 'typed arrays cannot store the values at', options);
    const leaf = namedLeaf(path, stored);
    typed.set(leaf, stored);
    columns.push(leaf);
    const name = path.variant.path[0] as string;
    byVariant.set(name, [...(byVariant.get(name) ?? []), leaf]);
  }
  if (typed.size === 0) return [file, options];
  const children = schema.root.children.flatMap((child) => [child, ...(byVariant.get(child.name) ?? [])]);
  const root: Schema['root'] = { ...schema.root, children };
  return [
    { ...renamed(file, typed), schema: { ...schema, root } },
    { ...options, columns },
  ];
}

function namedLeaf({ node }: PathColumns, stored: LeafNode): LeafNode {
  return { ...stored, name: node.name, path: [...node.path, ...node.variantPath] };
}

/** Returns the same file, except that reads of the named columns use the columns that store the paths. */
function renamed(file: ParquetFile, typed: ReadonlyMap<LeafNode, LeafNode>): ParquetFile {
  const storedOf = (column: string | LeafNode): string | LeafNode =>
    typeof column === 'string' ? column : (typed.get(column) ?? column);
  return withBatches(file, async function* (inner, { columns = [], spaced, decodeDictionaries, ...rest } = {}) {
    const leaves = columns.filter((column): column is LeafNode => typeof column !== 'string');
    // The same path may be written in several ways.
    const names = new Map(leaves.map((leaf) => [storedOf(leaf) as LeafNode, leaf]));
    const formOf = (form: typeof spaced): ((leaf: LeafNode) => boolean) =>
      typeof form === 'function' ? (leaf) => form(names.get(leaf) ?? leaf) : () => form ?? false;
    const read = { ...rest, spaced: formOf(spaced), decodeDictionaries: formOf(decodeDictionaries) };
    for await (const batch of inner.leafBatches({ ...read, columns: columns.map(storedOf) })) {
      yield batch.map((column) => ({ ...column, leaf: names.get(column.leaf) ?? column.leaf }));
    }
  });
}
