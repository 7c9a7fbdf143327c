/**
 * Options for reading CSV.
 */
import type { OptionNames } from '@marquetry/core';
import { type TextOptions, textOptionNames } from '../text-options.js';

/** How CSV is read. */
export interface CsvOptions extends TextOptions {
  /** One ASCII character; default: the one of `,`, TAB, `;` and `|` that splits the sample most evenly. */
  readonly delimiter?: string;
  /** True if the first record contains the names of the columns. Default: true unless it fits the types of the records after it. */
  readonly header?: boolean;
  /** Reads every column as text, except those of `schema`. Default false. */
  readonly strings?: boolean;
  /**
   * Infers DECIMAL instead of DOUBLE for columns with decimal points, so that values are exact. The sample decides how many digits follow the point;
   * a row with more of them in a cell is a bad row. Columns with exponents, or with more than 18 digits, stay DOUBLE. Default false.
   */
  readonly decimals?: boolean;
}

export const csvOptionNames: OptionNames<CsvOptions> = {
  ...textOptionNames,
  ...{ delimiter: true, header: true, strings: true, decimals: true },
};
