/**
 * Chooses the columns that a plan reads, and the columns of the output.
 */
import { leavesOf, type ParquetFile, type Where } from '@marquetry/file';
import { bindWhere, leavesIn } from '@marquetry/prune';
import { formatPath, type LeafNode, type Schema, selectColumns } from '@marquetry/schema';

/** The chosen columns of a file. */
export interface ChosenColumns {
  /** The columns of the output, in the order of the schema. */
  readonly output: readonly LeafNode[];
  /** The columns that are read: the columns of the output and the columns that the predicate tests. */
  readonly read: readonly LeafNode[];
  /** The columns that the predicate tests. */
  readonly tested: ReadonlySet<LeafNode>;
  /** The schema of the columns in `read`; if `read` is empty, of the first column, because a schema needs a column. */
  readonly schema: Schema;
  /** The leaves of the file's schema from which `schema` is built. */
  readonly stored: readonly LeafNode[];
}

/**
 * Resolves the paths, and finds the columns that the predicate tests.
 * @throws ParquetError INVALID_ARGUMENT for paths and predicates that do not fit the schema.
 */
export function chosenColumns(
  { schema }: Pick<ParquetFile, 'schema'>,
  columns: readonly string[] | undefined,
  where: Where | undefined,
): ChosenColumns {
  const wanted = new Set(leavesOf(schema, columns));
  const tested = new Set(where === undefined ? [] : leavesIn(bindWhere(schema, where)));
  const output = schema.leaves.filter((leaf) => wanted.has(leaf));
  const read = schema.leaves.filter((leaf) => wanted.has(leaf) || tested.has(leaf));
  const stored = read.length === 0 ? schema.leaves.slice(0, 1) : read;
  const paths = stored.map(({ path }) => formatPath(path));
  return {
    output,
    read,
    tested,
    stored,
    schema: stored.length === schema.leaves.length ? schema : selectColumns(schema, paths),
  };
}
