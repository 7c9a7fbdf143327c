/**
 * Many files as one table.
 */
import { defaultLimits, type Limits, ParquetError } from '@marquetry/core';
import type { ColumnBatch, ParquetFile, TypedColumn } from '@marquetry/file';
import { formatPath, type Schema } from '@marquetry/schema';
import type { DatasetMember } from './files/open-files.js';
import { countMember, createMembers, type DatasetFile, type Members } from './members.js';
import { type FilePlan, planFiles } from './plan-files.js';
import type { ReadDatasetOptions } from './read-options.js';
import type { MatchBy } from './schema/merge-schemas.js';
import { type OrderedRows, type RowPlace, topRowsOf } from './top-rows.js';

/** How the files of a dataset become one table. */
export interface DatasetOptions {
  /**
   * The schema that all files are read as: `union` merges those of all files, whose footers are read at once; `first` takes
   * that of the first file, and opens others when they are read. Or a schema of your own. Default: `union`.
   */
  readonly schema?: 'union' | 'first' | Schema;
  /** What columns of different files are the same by; default: their names. */
  readonly matchBy?: MatchBy;
  /** Whether folders named `key=value` are columns; default true. They replace columns of the same name. */
  readonly partitions?: boolean;
  readonly limits?: Limits;
  /** Aborts the opening only; reads take a signal of their own. */
  readonly signal?: AbortSignal;
}

/** Files read as one table, in the order in which they were given. */
export interface Dataset {
  readonly files: readonly DatasetFile[];
  /** The columns of all files, then those of partitions. */
  readonly schema: Schema;
  /** Typed columns, a batch a row group or `batchRows`. @throws ParquetError as `ParquetFile.columnBatches`. */
  columnBatches(options?: ReadDatasetOptions): AsyncGenerator<ColumnBatch, void, undefined>;
  /** As {@link columnBatches}, in arrays. */
  leafBatches(options?: ReadDatasetOptions): AsyncGenerator<readonly TypedColumn[], void, undefined>;
  /** The number of rows, or of those that pass `where`. */
  count(options?: Pick<ReadDatasetOptions, 'where' | 'use' | 'signal'>): Promise<number>;
  /** The first rows in the order of a column, and where they are. @throws ParquetError INVALID_ARGUMENT without a `limit`. */
  topRows(options: OrderedRows): Promise<readonly RowPlace[]>;
  /** What a read with these options will read and skip, file by file, as JSON. */
  plan(options?: Omit<ReadDatasetOptions, 'offset' | 'limit'>): Promise<readonly FilePlan[]>;
  /** A file with the schema of the dataset, opened. @throws ParquetError INVALID_ARGUMENT when there is none. */
  open(index: number, signal?: AbortSignal): Promise<ParquetFile>;
  /**
   * Reads file after file with `read`, which gives items of `rowsOf` rows each; files that `where` excludes by their partition
   * are not opened. `offset` and `limit` count rows of the dataset.
   */
  readEach<T, O extends ReadDatasetOptions>(
    options: O,
    read: (file: ParquetFile, options: O) => AsyncIterable<T>,
    rowsOf: (item: T) => number,
  ): AsyncGenerator<T, void, undefined>;
}

/**
 * Opens files as one table.
 * @throws ParquetError INVALID_ARGUMENT without files; UNSUPPORTED where their columns do not meet; whatever their bytes do.
 */
export async function createDataset(given: readonly DatasetMember[], options: DatasetOptions = {}): Promise<Dataset> {
  const { schema: wanted = 'union', matchBy = 'name', partitions = true, limits = defaultLimits, signal } = options;
  if (given.length === 0) throw new ParquetError('INVALID_ARGUMENT', 'a dataset needs at least one file');
  requireOption('matchBy', matchBy, ['name', 'fieldId']);
  if (typeof wanted !== 'object') requireOption('schema', wanted, ['union', 'first']);
  const members = await createMembers(given, { schema: wanted, matchBy, partitions, limits, signal });
  const { files, schema } = members;
  const readEach: Dataset['readEach'] = (read, each, rowsOf) => readFiles(members, read, each, rowsOf);
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
      if (files[index] === undefined) {
        throw new ParquetError('INVALID_ARGUMENT', `there is no file ${index}: the dataset has ${files.length}`);
      }
      return (await members.open(index, abort)).adapted;
    },
    count: async (read = {}) => {
      let count = 0;
      for (const index of files.keys()) {
        if (members.excludes(index, read.where)) continue;
        count += await countMember(await members.open(index, read.signal), schema, read);
      }
      return count;
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
    // Its footer arrives while this file is read.
    if (next !== undefined) members.prepare(next, signal);
    if (skip > 0) {
      const count = await countMember(member, members.schema, read);
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
  throw new ParquetError('INVALID_ARGUMENT', `${name} must be one of ${known.join(', ')}, not ${String(value)}`);
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
