/**
 * What a read of rows can be asked for.
 */
import type { ReadBatchesOptions } from '@marquetry/file';
import type { AssemblerOptions } from './assemble.js';
import type { MapForm } from './map-form.js';
import type { RowFormOptions } from './row-form.js';

/** See `ReadRowsOptions.variants`. */
export type VariantForm = 'values' | 'views';

/** Which rows to read, and what becomes of their values. */
export interface ReadRowsOptions
  extends Omit<ReadBatchesOptions, 'spaced' | 'decodeDictionaries' | 'memory'>,
    Omit<AssemblerOptions, 'form' | 'maps' | 'limits' | 'variants'>,
    RowFormOptions {
  /** What maps become; default: Maps with `values: 'plain'`, arrays of `[key, value]` with other `values`. */
  readonly maps?: MapForm;
  /**
   * Columns of BYTE_ARRAY without a logical type as strings: all of them (true), or those of these paths. A column becomes strings only if
   * all values that this read gives are text, that is UTF-8 without control characters other than tabs and line ends; else it is bytes in all
   * rows. To decide it, these columns are read before the first row, so they are read and decoded twice. `as` goes before. Default: false.
   */
  readonly text?: boolean | readonly string[];
  /**
   * What VARIANT columns become: JavaScript values in the form that `values` says, or views (`Variant` of `@marquetry/variant`), which keep the
   * type of each value and decode what is asked of them. Default: `values`.
   */
  readonly variants?: VariantForm;
  /** Rows decoded at a time at most; default: so many that they take few megabytes, 1024 at most. */
  readonly batchRows?: number;
}
