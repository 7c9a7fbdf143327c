/**
 * Opens a Parquet file with the standard encodings and codecs.
 */
import { createCodecsOnDemand } from '@marquetry/codecs/on-demand';
import { generateWith, type Kernels, onDemand, ParquetError, requireKnownOptions } from '@marquetry/core';
import { createEncodingsOnDemand } from '@marquetry/encodings/on-demand';
import {
  openFile,
  type ParquetFile,
  type ReadBatchesOptions,
  type ReadNestedOptions,
  type RowFilter,
  readNestedBatches,
  readOptionNames,
  type SourceInput,
} from '@marquetry/file';
import type { ReadRowsOptions } from '@marquetry/records';
import { isSummary } from './files-beside.js';
import { openInput } from './open-input.js';
import { countOptionNames, openOptionNames, planOptionNames, rowsOptionNames } from './option-names.js';
import type { ReadParquetRowsOptions } from './ordered-rows.js';
import type { OpenParquetOptions, ParquetReader } from './parquet.js';
import { pathsOr, withVariantPaths } from './variant-paths.js';

const rows = onDemand(() => import('./read-rows.js'));
const ordered = onDemand(() => import('./ordered-rows.js'));

const externals = onDemand(() => import('@marquetry/file/external'));
const ranges = onDemand(() => import('@marquetry/file/row-ranges'));
const statistics = onDemand(() => import('@marquetry/records/statistics'));
const predicates = onDemand(() => import('@marquetry/prune'));

const filter: RowFilter = {
  leafBatches: (file, options) => generateWith(predicates, (loaded) => loaded.predicates.leafBatches(file, options)),
};

/** Opens a file with the given kernels, which the default encodings and codecs also use. */
export async function openOver(
  kernels: Kernels | undefined,
  input: SourceInput,
  options: OpenParquetOptions,
): Promise<ParquetReader> {
  requireKnownOptions('openParquet', options, openOptionNames);
  const { metadata } = options;
  if (metadata !== undefined && !(Array.isArray(metadata?.schema) && Array.isArray(metadata.rowGroups))) {
    throw new ParquetError('INVALID_ARGUMENT', '`metadata` must be `file.metadata` of the same file');
  }
  const over = kernels === undefined ? {} : { kernels };
  const encodings = options.encodings ?? createEncodingsOnDemand(over);
  const codecs = options.codecs ?? createCodecsOnDemand(over);
  const { external = isSummary(input), headers: _headers, fetch: _fetch, retry: _retry, ...rest } = options;
  const files = external === false ? undefined : await externals.load();
  const beside = typeof external === 'function' ? external : files?.besideOf(input);
  const file = await openFile(await openInput(input, options), {
    ...rest,
    ...over,
    external:
      beside &&
      files?.externalFiles(async (path, signal) => openInput(await beside(path, signal), { ...options, signal })),
    encodings,
    codecs,
    filter,
  });
  const checked = <O extends object, T>(
    call: string,
    names: object,
    read: (options?: O) => T,
  ): ((options?: O) => T) => {
    return (options) => {
      requireKnownOptions(call, options, names);
      return read(options);
    };
  };
  return {
    ...file,
    columnBatches: checked('columnBatches', readOptionNames, (read?: ReadBatchesOptions) =>
      withVariantPaths(file, read, (_, options, stored) => stored.columnBatches(options)),
    ) as ParquetReader['columnBatches'],
    leafBatches: checked('leafBatches', readOptionNames, file.leafBatches),
    rows: checked('rows', rowsOptionNames, (read: ReadParquetRowsOptions = {}) =>
      withVariantPaths(file, read, (from, { orderBy, ...options }, stored) =>
        orderBy === undefined
          ? generateWith(rows, ({ readRows }) => readRows(from, options))
          : generateWith(ordered, ({ readOrderedRows }) => readOrderedRows(from, { ...options, orderBy }, stored)),
      ),
    ) as ParquetReader['rows'],
    rowBatches: checked('rowBatches', rowsOptionNames, (read?: ReadRowsOptions) =>
      withVariantPaths(file, read, (from, options) =>
        generateWith(rows, ({ readRowBatches }) => readRowBatches(from, options)),
      ),
    ) as ParquetReader['rowBatches'],
    nestedBatches: checked('nestedBatches', readOptionNames, (read?: ReadNestedOptions) =>
      withVariantPaths(file, read, readNestedBatches),
    ),
    statistics: async (address, read) => {
      await file.unlock([address.column], read?.signal);
      return (await statistics.load()).readStatistics(file, address, read);
    },
    pageStatistics: async (address, read) => (await statistics.load()).readPageStatistics(file, address, read),
    plan: async (read) => {
      requireKnownOptions('plan', read, planOptionNames);
      return (await pathsOr(file, read, predicates).load()).planScan(file, { where: {}, ...read });
    },
    count: async (read = {}) => {
      requireKnownOptions('count', read, countOptionNames);
      const { where } = read;
      if (where === undefined) return countOf(file, read);
      return (await pathsOr(file, read, predicates).load()).countRows(file, { ...read, where });
    },
  };
}

async function countOf({ metadata }: ParquetFile, read: ReadBatchesOptions): Promise<number> {
  const { rowRanges } = await ranges.load();
  return rowRanges(metadata.rowGroups, read).reduce((sum, { rowCount }) => sum + rowCount, 0);
}
