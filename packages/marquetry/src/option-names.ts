/**
 * The names of the options that each method accepts. Unknown options are rejected.
 */
import type { OptionNames } from '@marquetry/core';
import { type ReadBatchesOptions, readOptionNames } from '@marquetry/file';
import type { ReadParquetRowsOptions } from './ordered-rows.js';
import type { OpenParquetOptions } from './parquet.js';
import type { OpenDatasetOptions } from './parquet-dataset.js';

export const openOptionNames: OptionNames<OpenParquetOptions> = {
  ...{
    headers: true,
    fetch: true,
    retry: true,
    encodings: true,
    codecs: true,
    kernels: true,
    limits: true,
    decryption: true,
  },
  ...{ verifyChecksums: true, statistics: true, metadata: true, parallel: true, external: true, signal: true },
};

const { metadata: _metadata, ...openedAlike } = openOptionNames;
export const datasetOptionNames: OptionNames<OpenDatasetOptions> = {
  ...openedAlike,
  ...{ schema: true, matchBy: true, partitions: true, where: true, columns: true },
};

/** The options of `plan`. It always covers all rows, so it accepts neither `offset` nor `limit`. */
const { offset: _offset, limit: _limit, ...planned } = readOptionNames;
export const planOptionNames: OptionNames<Omit<ReadBatchesOptions, 'offset' | 'limit'>> = planned;

/** The options of `count`. It returns a number of rows, so it does not accept `columns`. */
const { columns: _columns, ...counted } = readOptionNames;
export const countOptionNames: OptionNames<Omit<ReadBatchesOptions, 'columns'>> = counted;

export const rowsOptionNames: OptionNames<ReadParquetRowsOptions> = {
  ...readOptionNames,
  ...{ as: true, asKind: true, values: true, text: true, maps: true, pin: true, orderBy: true, variants: true },
};
