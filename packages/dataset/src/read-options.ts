/** Options that select rows and columns of a dataset. */
import type { ReadBatchesOptions } from '@marquetry/file';

/**
 * Options for reading the rows of a dataset. `rowGroups` and `rows` are omitted, because they apply only to single
 * files: to use them, open a file with `Dataset.open`.
 */
export type ReadDatasetOptions = Omit<ReadBatchesOptions, 'rowGroups' | 'rows'>;
