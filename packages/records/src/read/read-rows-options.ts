/** The options for reading rows. */
import type { ReadBatchesOptions } from '@marquetry/file';
import type { AssemblerOptions } from './assemble.js';
import type { MapForm } from './map-form.js';
import type { RowFormOptions } from './row-form.js';

/** The form of VARIANT columns in rows; see `ReadRowsOptions.variants`. */
export type VariantForm = 'values' | 'views';

/** Options that select the rows and columns to read, and the form of their values. */
export interface ReadRowsOptions
  extends Omit<ReadBatchesOptions, 'spaced' | 'decodeDictionaries' | 'memory'>,
    Omit<AssemblerOptions, 'form' | 'maps' | 'limits' | 'variants'>,
    RowFormOptions {
  /**
   * The form of maps. Default: Maps with `values: 'plain'` and `'temporal'`, arrays of `[key, value]` with other
   * `values`.
   */
  readonly maps?: MapForm;
  /**
   * Reads BYTE_ARRAY columns without a logical type as strings: all of them (true), or those at the given paths. A
   * column is read as strings only if all values that the read returns are text: UTF-8 without control characters other
   * than tabs and line ends. Otherwise, the column is read as bytes in all rows. All of these columns are checked
   * before the first row is returned, so they are read and decoded twice. For columns named in `as`, `as` takes
   * precedence. Default: false.
   */
  readonly text?: boolean | readonly string[];
  /**
   * The form of VARIANT columns: JavaScript values in the form chosen by `values`, or views (`Variant` from
   * `@marquetry/variant`), which keep the type of each value and decode only what is requested. Default: `values`.
   */
  readonly variants?: VariantForm;
  /** Maximum number of rows to decode at a time. Default: as many rows as fit in a few megabytes, but at most 1024. */
  readonly batchRows?: number;
}
