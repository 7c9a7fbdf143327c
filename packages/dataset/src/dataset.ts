/** Reads many files as one table. */
import { defaultLimits, type Limits, ParquetError } from '@marquetry/core';
import type { ColumnBatch, ParquetFile, TypedColumn, Where } from '@marquetry/file';
import { formatPath, type Schema } from '@marquetry/schema';
import type { DatasetMember } from './files/open-files.js';
import { countMember, createMembers, type DatasetFile, type Members } from './members.js';
import { type FilePlan, planFiles } from './plan-files.js';
import type { ReadDatasetOptions } from './read-options.js';
import type { MatchBy } from './schema/node-key.js';
import { type OrderedRows, type RowPlace, topRowsOf } from './top-rows.js';

/** Options for {@link createDataset}, which combines files into a dataset. */
export interface DatasetOptions {
  /**
   * The schema of the dataset. `union` reads the footers of all files when the dataset is created, and merges their
   * schemas. `first` uses the schema of the first file, and opens each other file only when its rows are read. A
   * `Schema` is used unchanged. Default: `union`.
   */
  readonly schema?: 'union' | 'first' | Schema;
  /** Whether columns of different files are matched by their names or by their field ids. Default: by their names. */
  readonly matchBy?: MatchBy;
  /**
   * Whether folder names of the form `key=value` become partition columns. A partition column replaces a column of the
   * same name in the files. Default: true.
   */
  readonly partitions?: boolean;
  /**
   * A predicate that excludes files by their partition columns. A file in which no row can match is never opened, and
   * does not contribute columns to the schema. The rows of the other files are not filtered: for that, pass `where` to
   * the reads as well.
   */
  readonly where?: Where;
  /** The names of the top-level columns to include in the dataset. Default: all columns. */
  readonly columns?: readonly string[];
  readonly limits?: Limits;
  /** A signal that aborts `createDataset`. Each read has its own option `signal`. */
  readonly signal?: AbortSignal;
}

type CountOptions = Pick<ReadDatasetOptions, 'where' | 'use' | 'signal'>;

/** Files that are read as one table, in the order in which they were passed. */
export interface Dataset {
  readonly files: readonly DatasetFile[];
  /** The schema of the dataset: the columns of all files, then the partition columns. */
  readonly schema: Schema;
  /**
   * Yields typed columns, in batches of a row group or of `batchRows` rows. Throws the same errors as
   * `ParquetFile.columnBatches`.
   */
  columnBatches(options?: ReadDatasetOptions): AsyncGenerator<ColumnBatch, void, undefined>;
  /** Yields the same batches as {@link columnBatches}, but each batch is an array of columns. */
  leafBatches(options?: ReadDatasetOptions): AsyncGenerator<readonly TypedColumn[], void, undefined>;
  /** Returns the number of rows in all files. If `where` is given, counts only the rows that match. */
  count(options?: CountOptions): Promise<number>;
  /**
   * Returns the number of rows in one file. If `where` is given, counts only the rows that match, and does not open a
   * file whose partition shows that no row matches.
   * @throws ParquetError INVALID_ARGUMENT if `index` is not the index of a file.
   */
  countIn(index: number, options?: CountOptions): Promise<number>;
  /**
   * Finds the first rows of the dataset in the sort order of one column. Returns the file and row number of each row.
   * @throws ParquetError INVALID_ARGUMENT if `limit` is missing.
   */
  topRows(options: OrderedRows): Promise<readonly RowPlace[]>;
  /**
   * Returns what a read with these options would read and skip in each file, as values that can be converted to JSON.
   */
  plan(options?: Omit<ReadDatasetOptions, 'offset' | 'limit'>): Promise<readonly FilePlan[]>;
  /**
   * Opens one file with the schema of the dataset.
   * @throws ParquetError INVALID_ARGUMENT if `index` is not the index of a file.
   */
  open(index: number, signal?: AbortSignal): Promise<ParquetFile>;
  /**
   * Calls `read` for each file, and yields the items that `read` yields. `rowsOf` returns the number of rows in an
   * item. A file whose partition shows that no row matches `where` is not opened. `offset` and `limit` apply to the
   * rows of the whole dataset.
   */
  readEach<T, O extends ReadDatasetOptions>(
    options: O,
    read: (file: ParquetFile, options: O) => AsyncIterable<T>,
    rowsOf: (item: T) => number,
  ): AsyncGenerator<T, void, undefined>;
}

/**
 * Opens files as one table.
 * @throws ParquetError INVALID_ARGUMENT if there are no files; UNSUPPORTED if their columns cannot be merged. Rethrows
 * errors from opening the files.
 */
export async function createDataset(given: readonly DatasetMember[], options: DatasetOptions = {}): Promise<Dataset> {
  const { schema: wanted = 'union', matchBy = 'name', partitions = true, limits = defaultLimits } = options;
  const { where, columns, signal } = options;
  if (given.length === 0) throw new ParquetError('INVALID_ARGUMENT', 'a dataset needs at least one file');
  requireOption('matchBy', matchBy, ['name', 'fieldId']);
  if (typeof wanted !== 'object') requireOption('schema', wanted, ['union', 'first']);
  const members = await createMembers(given, { schema: wanted, matchBy, partitions, where, columns, limits, signal });
  const { files, schema } = members;
  const readEach: Dataset['readEach'] = (read, each, rowsOf) => readFiles(members, read, each, rowsOf);
  const requireIndex = (index: number): void => {
    if (files[index] !== undefined) return;
    const what = `\`index\` must be below ${files.length}, the number of files, got ${index}`;
    throw new ParquetError('INVALID_ARGUMENT', what);
  };
  const countIn = async (index: number, read: CountOptions): Promise<number> =>
    members.excludes(index, read.where) ? 0 : countMember(await members.open(index, read.signal), read);
  const batches: Dataset['leafBatches'] = (read = {}) =>
    readEach(
      read,
      (file, part) => file.leafBatches(part),
      (batch) => batch[0]?.rowCount ?? 0,
    );
  return {
    files,
    schema,
    readEach,
    leafBatches: batches,
    columnBatches: (read = {}) => keyed(batches(read)),
    open: async (index, abort) => {
      requireIndex(index);
      return (await members.open(index, abort)).adapted;
    },
    count: async (read = {}) => {
      let count = 0;
      for (const index of files.keys()) count += await countIn(index, read);
      return count;
    },
    countIn: async (index, read = {}) => {
      requireIndex(index);
      return countIn(index, read);
    },
    topRows: (read) => topRowsOf(members, read),
    plan: (read = {}) => planFiles(members, read),
  };
}

async function* readFiles<T, O extends ReadDatasetOptions>(
  members: Members,
  read: O,
  each: (file: ParquetFile, options: O) => AsyncIterable<T>,
  rowsOf: (item: T) => number,
): AsyncGenerator<T, void, undefined> {
  const { where, signal, offset = 0, limit = Number.POSITIVE_INFINITY } = read;
  let skip = offset;
  let left = limit;
  const wanted = [...members.files.keys()].filter((index) => !members.excludes(index, where));
  for (const [i, index] of wanted.entries()) {
    if (left <= 0) return;
    const member = await members.open(index, signal);
    const next = wanted[i + 1];
    // Start to read the footer of the next file while the rows of this file are read.
    if (next !== undefined) members.prepare(next, signal);
    if (skip > 0) {
      const count = await countMember(member, read);
      if (count <= skip) {
        skip -= count;
        continue;
      }
    }
    const part = { ...read, offset: skip, limit: left };
    skip = 0;
    for await (const item of each(member.adapted, part)) {
      left -= rowsOf(item);
      yield item;
    }
  }
}

function requireOption(name: string, value: unknown, known: readonly string[]): void {
  if (known.includes(value as string)) return;
  throw new ParquetError('INVALID_ARGUMENT', `\`${name}\` must be one of ${known.join(', ')}, got ${String(value)}`);
}

async function* keyed(
  batches: AsyncGenerator<readonly TypedColumn[], void, undefined>,
): AsyncGenerator<ColumnBatch, void, undefined> {
  for await (const columns of batches) {
    const batch: Record<string, TypedColumn> = Object.create(null);
    for (const column of columns) batch[formatPath(column.leaf.path)] = column;
    yield batch;
  }
}
