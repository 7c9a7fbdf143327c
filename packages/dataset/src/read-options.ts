/** Options that select rows and columns of a dataset. */
import type { ReadBatchesOptions } from '@marquetry/file';

/**
 * Options for reading the rows of a dataset. `rowGroups` and `rows` are missing, because they apply only to single
 * files: open a file with `Dataset.open` to use them.
 */
export type ReadDatasetOptions = Omit<ReadBatchesOptions, 'rowGroups' | 'rows'>;
