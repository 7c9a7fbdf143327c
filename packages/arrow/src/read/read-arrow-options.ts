/** Options of reads into Arrow. */
import type { ReadNestedOptions } from '@marquetry/file';
import type { ArrowTypeOptions } from './mapping.js';

/**
 * Options that select which part of a file to read as Arrow data, the number of rows per batch, and the form of the columns. A
 * column becomes a Dictionary vector if all of its chunks are dictionary-encoded, unless `decodeDictionaries` selects it.
 */
export interface ReadArrowOptions extends ReadNestedOptions, ArrowTypeOptions {
  /**
   * Whether types that Parquet does not have are restored from the Arrow schema that the writer stored in the file as `ARROW:schema`. `use`
   * (default) restores them as far as the stored schema agrees with the file, and ignores the rest. `check` throws CORRUPT if it is damaged or
   * contradicts the file. `ignore` does not read it.
   */
  readonly arrowSchema?: 'use' | 'check' | 'ignore';
}
