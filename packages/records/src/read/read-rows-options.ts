/** The options for reading rows. */
import type { ReadBatchesOptions } from '@marquetry/file';
import type { AssemblerOptions } from './assemble.js';
import type { MapForm } from './map-form.js';
import type { RowFormOptions } from './row-form.js';

/** The form of VARIANT columns in rows; see `ReadRowsOptions.variants`. */
export type VariantForm = 'values' | 'views';

/** Options that select which rows and columns to read, and in which form to return their values. */
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
   * column becomes strings only if all values that this read returns are text, which is UTF-8 without control
   * characters other than tabs and line ends; otherwise it is bytes in all rows. To find out, these columns are read
   * before the first row is returned, so they are read and decoded twice. For a column that `as` names, `as` takes
   * precedence. Default: false.
   */
  readonly text?: boolean | readonly string[];
  /**
   * The form of VARIANT columns: JavaScript values in the form chosen by `values`, or views (`Variant` of `@marquetry/variant`), which
   * keep the type of each value and decode only what is requested. Default: `values`.
   */
  readonly variants?: VariantForm;
  /** Maximum number of rows to decode at a time. Default: as many rows as take a few megabytes, but at most 1024. */
  readonly batchRows?: number;
}
