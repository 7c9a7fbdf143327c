/**
 * The names of the options of each call, so that others are refused.
 */
import type { OptionNames } from '@marquetry/core';
import { readOptionNames } from '@marquetry/file';
import type { ReadParquetRowsOptions } from './ordered-rows.js';
import type { OpenParquetOptions } from './parquet.js';
import type { OpenDatasetOptions } from './parquet-dataset.js';

export const openOptionNames: OptionNames<OpenParquetOptions> = {
  ...{ headers: true, fetch: true, retry: true, encodings: true, codecs: true, kernels: true, limits: true },
  ...{ verifyChecksums: true, statistics: true, metadata: true, parallel: true, external: true, signal: true },
};

export const datasetOptionNames: OptionNames<OpenDatasetOptions> = {
  ...openOptionNames,
  ...{ schema: true, matchBy: true, partitions: true },
};

export const rowsOptionNames: OptionNames<ReadParquetRowsOptions> = {
  ...readOptionNames,
  ...{ as: true, asKind: true, values: true, text: true, maps: true, pin: true, orderBy: true },
};
