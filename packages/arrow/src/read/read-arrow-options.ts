/** The options for reading Arrow data. */
import type { ReadNestedOptions } from '@marquetry/file';
import type { ArrowTypeOptions } from './mapping.js';

/**
 * Options that select the part of a file to read as Arrow data, the number of rows per batch, and the types of the
 * columns. A column becomes a Dictionary vector if all of its chunks are dictionary-encoded, unless
 * `decodeDictionaries` selects it.
 */
export interface ReadArrowOptions extends ReadNestedOptions, ArrowTypeOptions {
  /**
   * How to use the Arrow schema that the writer stored in the file as `ARROW:schema`. It describes types that Parquet does not have. `use` (the
   * default) restores such a type if it agrees with the file, and otherwise ignores it. `check` throws CORRUPT if the stored schema is damaged or
   * contradicts the file. `ignore` does not read the stored schema.
   */
  readonly arrowSchema?: 'use' | 'check' | 'ignore';
}
