/**
 * Which rows and columns of a dataset to read.
 */
import type { ReadBatchesOptions } from '@marquetry/file';

/** Row groups and row ranges are those of single files, which `Dataset.open` gives. */
export type ReadDatasetOptions = Omit<ReadBatchesOptions, 'rowGroups' | 'rows'>;
