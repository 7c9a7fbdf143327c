/**
 * Opens the files of a dataset, and determines where each column of the dataset comes from: from the file, or from the
 * partition of the file.
 */
import { type DirectValues, type Limits, ParquetError } from '@marquetry/core';
import { type ParquetFile, type Where, withBatches } from '@marquetry/file';
import { countRows } from '@marquetry/prune';
import { createSchema, formatPath, type Schema, type SchemaNode } from '@marquetry/schema';
import { adaptFile } from './columns/adapt-file.js';
import { type ColumnSources, findColumns } from './columns/column-sources.js';
import { foldWhere, type KnownColumns } from './columns/fold-where.js';
import { type Partition, type PartitionColumn, partitionColumns, partitionOf } from './files/hive.js';
import { createOpener, type DatasetMember, type OpenFile } from './files/open-files.js';
import { type FileSchema, mergeSchemas } from './schema/merge-schemas.js';
import type { MatchBy } from './schema/node-key.js';
import { isVariantAt, schemaInFile } from './schema/variant-storage.js';
import { type VariantPaths, variantPathsOf } from './variant-paths.js';

/** A file of a dataset, with its path and partition. It might not be open yet. */
export interface DatasetFile {
  readonly path: string;
  readonly partition: Partition;
  /**
   * True if the partition shows that no row of the file matches the `where` option of the dataset. Such a file is never
   * opened.
   */
  readonly isLeftOut: boolean;
}

/** An opened file of a dataset. */
export interface OpenedMember {
  readonly file: ParquetFile;
  /**
   * A view of the file that has the schema of the dataset, except that each VARIANT keeps the storage columns that it
   * has in this file.
   */
  readonly adapted: ParquetFile;
  /** Functions that resolve paths into VARIANT columns; `undefined` if the dataset has no VARIANT column. */
  readonly paths: VariantPaths | undefined;
  readonly sources: ColumnSources;
}

export interface Members {
  readonly files: readonly DatasetFile[];
  readonly schema: Schema;
  open(index: number, signal?: AbortSignal): Promise<OpenedMember>;
  /** Starts to open the file that will be read next. If this fails, the error is thrown only when the file is read. */
  prepare(index: number, signal?: AbortSignal): void;
  /** True if the partition of the file shows that no row matches `where`. The file then need not be opened. */
  excludes(index: number, where: Where | undefined): boolean;
}

export interface MembersOptions {
  readonly schema: 'union' | 'first' | Schema;
  readonly matchBy: MatchBy;
  readonly partitions: boolean;
  readonly where: Where | undefined;
  readonly columns: readonly string[] | undefined;
  readonly limits: Limits;
  readonly signal: AbortSignal | undefined;
}

/** The values of the partition columns of a file, by column name. `undefined` means null. */
type Constants = ReadonlyMap<string, DirectValues | undefined>;

export async function createMembers(members: readonly DatasetMember[], options: MembersOptions): Promise<Members> {
  const { schema: wanted, matchBy, partitions: hasPartitions, where: always } = options;
  const partitions = members.map(({ path }) => (hasPartitions ? partitionOf(path) : {}));
  const own = partitionColumns(partitions);
  const constants = partitions.map((partition) => constantsOf(partition, own));
  const fields = own.map(({ element }) => element);
  const folders = createSchema([{ name: 'root', numChildren: fields.length }, ...fields]);
  const files = members.map(({ path }, i): DatasetFile => {
    return {
      path,
      partition: partitions[i] as Partition,
      isLeftOut: isExcluded(folders, always, constants[i] as Constants, true),
    };
  });
  const openFile = createOpener(members);
  const schema = typeof wanted === 'object' ? wanted : await mergedSchema(wanted, files, openFile, own, options);
  const paths = await variantPathsOf(schema);
  const constantsAt = (index: number): Constants => constants[index] ?? new Map();
  return {
    files,
    schema,
    open: async (index, signal) => {
      const file = await openFile(index, signal);
      const { path } = files[index] as DatasetFile;
      const own = paths === undefined ? schema : schemaInFile(schema, file.schema, matchBy);
      const found = findColumns(own, file.schema, path, matchBy, constantsAt(index));
      const sources = own === schema ? found : { ...found, sourceOf: acceptingLeaves(own, found, path) };
      const adapted = adaptFile(file, own, sources);
      return { file, sources, paths, adapted: paths === undefined ? adapted : withPaths(adapted, paths) };
    },
    prepare: (index, signal) => {
      openFile(index, signal).catch(() => undefined);
    },
    excludes: (index, where) => {
      return files[index]?.isLeftOut === true || isExcluded(schema, where, constantsAt(index));
    },
  };
}

/**
 * True if `where` is false for these values of the partition columns, regardless of the other columns. If `isPart` is
 * true, `schema` has only the partition columns.
 */
function isExcluded(schema: Schema, where: Where | undefined, values: Constants, isPart = false): boolean {
  const sourceOf: KnownColumns['sourceOf'] = ({ path: [name = '', below] }) =>
    below === undefined && values.has(name) ? { kind: 'constant', value: values.get(name) } : undefined;
  return where !== undefined && foldWhere(schema, where, { sourceOf, namesOf: () => undefined }, isPart) === false;
}

/** Returns a copy of the file object whose reads accept paths into VARIANT columns in `where`. */
function withPaths(file: ParquetFile, { filterVariants }: VariantPaths): ParquetFile {
  return withBatches(file, (inner, options = {}) =>
    (filterVariants(inner, options.where) ?? inner).leafBatches(options),
  );
}

/**
 * Returns the `sourceOf` function for a file that stores a VARIANT in other columns than the dataset's schema lists.
 * The function accepts columns of both schemas, but throws UNSUPPORTED for the dataset's storage columns of a VARIANT.
 */
function acceptingLeaves(own: Schema, { sourceOf }: ColumnSources, path: string): ColumnSources['sourceOf'] {
  const byPath = new Map(own.leaves.map((leaf) => [formatPath(leaf.path), leaf]));
  return (leaf) => {
    if (own.leaves[leaf.index] === leaf) return sourceOf(leaf);
    const column = formatPath(leaf.path);
    const found = byPath.get(column);
    if (found !== undefined && !leaf.path.some((_, i) => isVariantAt(own, leaf.path.slice(0, i))))
      return sourceOf(found);
    const what = `the VARIANT storage columns of ${path} and the dataset differ: select the VARIANT or a path into it in \`columns\``;
    throw new ParquetError('UNSUPPORTED', what, { column });
  };
}

/**
 * Converts a predicate on the dataset to a predicate on the file. Returns true if all rows of the file match, and false
 * if none does.
 */
export function foldMember({ adapted, sources, paths }: OpenedMember, where: Where | undefined): Where | boolean {
  if (where === undefined) return true;
  return foldWhere(adapted.schema, paths?.storageWhere(adapted, where) ?? where, sources);
}

/** Returns the number of rows in a file that match `where`. */
export async function countMember(
  member: OpenedMember,
  { where, use, signal }: Partial<Parameters<typeof countRows>[1]>,
): Promise<number> {
  const { file } = member;
  const folded = foldMember(member, where);
  if (typeof folded === 'boolean') return folded ? file.rowCount : 0;
  return countRows(file, { where: folded, ...(use && { use }), ...(signal && { signal }) });
}

/** Maximum number of footers that are read at the same time. */
const openedAtOnce = 8;

async function mergedSchema(
  wanted: 'union' | 'first',
  files: readonly DatasetFile[],
  openFile: OpenFile,
  own: readonly PartitionColumn[],
  { matchBy, columns, limits, signal }: MembersOptions,
): Promise<Schema> {
  const read = [...files.keys()].filter((index) => files[index]?.isLeftOut === false);
  // If `where` excludes every file, the first file determines the columns of the dataset.
  const merged = wanted === 'union' && read.length > 0 ? read : [read[0] ?? 0];
  const replaced = new Set(own.map(({ name }) => name));
  const isMerged = ({ name }: SchemaNode): boolean => !replaced.has(name) && columns?.includes(name) !== false;
  const schemas: FileSchema[] = [];
  for (let from = 0; from < merged.length; from += openedAtOnce) {
    const indexes = merged.slice(from, from + openedAtOnce);
    const opened = await Promise.all(indexes.map((index) => openFile(index, signal)));
    for (const [i, { schema }] of opened.entries()) {
      const children = schema.root.children.filter(isMerged);
      const { path } = files[indexes[i] as number] as DatasetFile;
      schemas.push({ path, schema: { ...schema, root: { ...schema.root, children } } });
    }
  }
  const fields = own.map(({ element }) => element);
  return mergeSchemas(schemas, matchBy, limits, { fields, isOpen: merged.length < Math.max(read.length, 1) });
}

function constantsOf(partition: Partition, own: readonly PartitionColumn[]): Constants {
  return new Map(
    own.map(({ name, parse }) => {
      const text = partition[name];
      return [name, text === undefined || text === null ? undefined : parse(text)] as const;
    }),
  );
}
