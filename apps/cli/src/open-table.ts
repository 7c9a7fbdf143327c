/**
 * Opens many files as one table: folders named `key=value` are columns, and columns of different files are matched by
 * name.
 *
 * Only the columns that the command needs are merged, and only the footers of files whose partition may match are read.
 * If a column name is not found in them, all footers are read, because another file may have the column.
 */
import { isParquetError, ParquetError } from '@marquetry/core';
import type { Dataset, DatasetMember, DatasetOptions } from '@marquetry/dataset';
import type { ParquetFile } from '@marquetry/file';
import type { Where } from '@marquetry/prune';
import { parsePath } from '@marquetry/schema';
import type { Context } from './context.js';
import { UsageError } from './failure.js';
import { blaming } from './file-fault.js';
import { isSummary } from './inputs.js';
import { openInput } from './open-input.js';
import type { RowsView } from './rows/rows-view.js';

/** The columns, order and predicate that a command needs from a table. */
export interface TableNeeds {
  /** The paths of the columns to read; undefined for all columns. */
  readonly columns?: readonly string[] | undefined;
  /** The path of the column by which the rows are sorted. */
  readonly order?: string;
  /** The text of the predicate given with `--where`. */
  readonly where?: string | undefined;
  readonly verifyChecksums?: boolean;
}

/** Several files that are read as one table. */
export interface Table {
  readonly dataset: Dataset;
  /** The indexes, within the dataset, of the files that the predicate does not exclude by their partition. */
  readonly indexes: readonly number[];
  readonly where: Where | undefined;
  nameOf(index: number): string;
  /** Awaits `done`. If it rejects with a `ParquetError`, adds the name of file `index` to the error. */
  blaming<T>(index: number, done: Promise<T>): Promise<T>;
  /** Calls `use` with file `index`, which is opened with the columns of the table. Errors name the file. */
  withFile<T>(index: number, use: (file: ParquetFile) => Promise<T>): Promise<T>;
}

/**
 * Opens files as one table.
 * @throws UsageError if a column does not exist or the predicate is invalid; FileFault for a file that cannot be read.
 */
export async function openTable(names: readonly string[], needs: TableNeeds, context: Context): Promise<Table> {
  const { createDataset, filesOfSummary } = await import('@marquetry/dataset');
  const { signal } = context;
  const { verifyChecksums = true } = needs;
  const members: DatasetMember[] = [];
  for (const name of names) {
    const path = name.replaceAll('\\', '/');
    const open = (abort?: AbortSignal): Promise<ParquetFile> =>
      blaming(name, openInput(name, context, { verifyChecksums, signal: abort ?? signal }));
    if (isSummary(name)) members.push(...filesOfSummary(await open(), path.replace(/[^/]*$/, '')));
    else members.push({ path, open });
  }
  const nameOf = (index: number): string => members[index]?.path ?? '';
  const where =
    needs.where === undefined ? undefined : (await import('./where/read-where.js')).parsePredicate(needs.where);
  const open = (options: DatasetOptions): Promise<Dataset> =>
    mergeable(needs, usage('--where', createDataset(members, { ...options, ...(where && { where }), signal })));
  const tableOf = (dataset: Dataset): Table => ({
    dataset,
    indexes: [...dataset.files.keys()].filter((index) => dataset.files[index]?.isLeftOut === false),
    where,
    nameOf,
    blaming: (index, done) => blaming(nameOf(index), done),
    withFile: async (index, use) => blaming(nameOf(index), dataset.open(index, signal).then(use)),
  });
  const columns = topLevelNames(needs, where && (await namesIn(where)));
  const table = tableOf(await open(columns === undefined ? {} : { columns }));
  try {
    await requireNames(table, needs);
    return table;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const { schema } = await createDataset(members, { signal }).catch(() => Promise.reject(error));
    const whole = tableOf(await open({ schema }));
    await requireNames(whole, needs);
    return whole;
  }
}

/** Returns the columns and the predicate of a command, checked against the merged schema. @throws UsageError if either is invalid. */
async function requireNames({ indexes, withFile }: Table, { columns, where }: TableNeeds): Promise<RowsView> {
  const { rowsViewOf } = await import('./rows/rows-view.js');
  const options = { ...(columns && { columns }), ...(where !== undefined && { where }) };
  return withFile(indexes[0] ?? 0, (file) => rowsViewOf(file, options));
}

/** Returns the names of the top-level columns that the command needs; undefined for all columns. */
function topLevelNames(
  { columns, order }: TableNeeds,
  tested: readonly (readonly string[])[] | undefined,
): readonly string[] | undefined {
  if (columns === undefined) return undefined;
  const named = order === undefined ? columns : [...columns, order];
  const paths = [...named.map((column) => parsePath(column)), ...(tested ?? [])];
  return paths.some(({ length }) => length === 0) ? undefined : [...new Set(paths.map(([name]) => name as string))];
}

/** Returns the paths of the columns that a predicate tests. A column given by its field id yields an empty path. */
async function namesIn(where: Where): Promise<readonly (readonly string[])[]> {
  const { rewriteTests } = await import('@marquetry/prune');
  const paths: (readonly string[])[] = [];
  await usage('--where', async () => {
    rewriteTests(where, (form) => {
      if (form.kind === 'column') paths.push(typeof form.path === 'string' ? parsePath(form.path) : form.path);
      else paths.push([]);
      return true;
    });
  });
  return paths;
}

/** Adds the advice to use `--columns` to errors about columns that cannot be merged. */
async function mergeable<T>({ columns }: TableNeeds, done: Promise<T>): Promise<T> {
  try {
    return await done;
  } catch (error) {
    if (!isParquetError(error) || error.code !== 'UNSUPPORTED' || columns !== undefined) throw error;
    throw new ParquetError(error.code, `${error.reason}; use --columns to name the columns to read`, error.at);
  }
}

/** Awaits `done`, and turns its INVALID_ARGUMENT errors into a `UsageError` that names the option. */
async function usage<T>(option: string, done: Promise<T> | (() => Promise<T>)): Promise<T> {
  try {
    return await (typeof done === 'function' ? done() : done);
  } catch (error) {
    throw isParquetError(error) && error.code === 'INVALID_ARGUMENT'
      ? new UsageError(`${option}: ${error.message}`)
      : error;
  }
}
