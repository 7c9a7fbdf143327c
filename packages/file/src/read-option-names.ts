/** The names of all read options, for functions that reject unknown options. */
import type { OptionNames } from '@marquetry/core';
import type { ReadBatchesOptions } from './batches.js';

/** The options of `columnBatches`, `leafBatches` and `nestedBatches`. */
export const readOptionNames: OptionNames<ReadBatchesOptions> = {
  ...{
    columns: true,
    rowGroups: true,
    rows: true,
    offset: true,
    limit: true,
    batchRows: true,
    spaced: true,
    decodeDictionaries: true,
  },
  ...{ where: true, use: true, paranoid: true, share: true, beside: true, memory: true, signal: true },
};
