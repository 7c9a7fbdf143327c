/** The options that select rows and columns of a dataset. */
import type { ReadBatchesOptions } from '@marquetry/file';

/** Row groups and row ranges apply only to single files; use `Dataset.open` for them. */
export type ReadDatasetOptions = Omit<ReadBatchesOptions, 'rowGroups' | 'rows'>;
