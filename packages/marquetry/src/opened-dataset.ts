/**
 * Opens many Parquet files as one table, with the standard encodings and codecs.
 */

import { onDemand, requireKnownOptions } from '@marquetry/core';
import type { DatasetMember, ReadDatasetOptions } from '@marquetry/dataset';
import { type ParquetFile, type ReadBatchesOptions, readNestedBatches, type SourceInput } from '@marquetry/file';
import { chooseTextForms, type ReadRowsOptions, readRowBatches, readRows } from '@marquetry/records';
import { folderOf, isSummary } from './files-beside.js';
import { datasetOptionNames, rowsOptionNames } from './option-names.js';
import { type ReadParquetRowsOptions, readOrderedRowsOf } from './ordered-rows.js';
import type { OpenParquetOptions, ParquetReader } from './parquet.js';
import type { NamedInput, OpenDatasetOptions, ParquetDataset } from './parquet-dataset.js';
import { withVariantPaths } from './variant-paths.js';

const datasets = /* @__PURE__ */ onDemand(() => import('@marquetry/dataset'));

/** Opens files as one table. Calls `open` to open each of the files. */
export async function openDatasetOf(
  inputs: readonly NamedInput[],
  open: (input: SourceInput, options: OpenParquetOptions) => Promise<ParquetReader>,
  options: OpenDatasetOptions,
): Promise<ParquetDataset> {
  requireKnownOptions('openDataset', options, datasetOptionNames);
  const { checkedReads, createDataset, filesOfSummary } = await datasets.load();
  // All remaining options are for opening a file.
  const { schema: _s, matchBy: _m, partitions: _p, where: _w, columns: _c, signal: opening, ...each } = options;
  const members: DatasetMember[] = [];
  for (const { path, input } of inputs) {
    const openIt = (signal?: AbortSignal): Promise<ParquetReader> =>
      open(input, { ...each, ...(signal !== undefined && { signal }) });
    if (isSummary(input)) members.push(...filesOfSummary(await openIt(opening), folderOf(path)));
    else members.push({ path, open: openIt });
  }
  const dataset = await createDataset(members, options);
  type Each<T> = (file: ParquetFile, options: ReadRowsOptions) => AsyncIterable<T>;
  type RowsOf<T> = (item: T) => number;
  /** Reads rows with the `text` option, which converts a column to strings only if it contains text in all files. */
  async function* readText<T>(read: ReadRowsOptions, each: Each<T>, rowsOf: RowsOf<T>): AsyncGenerator<T, void> {
    yield* dataset.readEach(await chooseTextForms(dataset, read), each, rowsOf);
  }
  const readEach = <T>(read: ReadRowsOptions, each: Each<T>, rowsOf: RowsOf<T>): AsyncGenerator<T, void, undefined> =>
    read.text === undefined ? dataset.readEach(read, each, rowsOf) : readText(read, each, rowsOf);
  const reads: ParquetDataset = {
    ...dataset,
    rows: ({ orderBy, ...read }: Omit<ReadParquetRowsOptions, 'rowGroups' | 'rows'> = {}) =>
      orderBy === undefined
        ? readEach(read, over(readRows), () => 1)
        : readOrderedRowsOf(dataset, { ...read, orderBy }),
    rowBatches: (read: ReadDatasetOptions = {}) => readEach(read, over(readRowBatches), ({ length }) => length),
    nestedBatches: (read: ReadDatasetOptions = {}) =>
      dataset.readEach(read, over(readNestedBatches), ({ rowCount }) => rowCount),
  };
  return checkedReads(reads, rowsOptionNames);
}

/** Wraps a function that reads one file, so that `columns` and `where` also accept paths into VARIANT columns. */
function over<T, O extends ReadBatchesOptions>(
  read: (file: ParquetFile, options: O) => AsyncGenerator<T, void, undefined>,
): (file: ParquetFile, options: O) => AsyncGenerator<T, void, undefined> {
  return (file, options) => withVariantPaths(file, options, read);
}
