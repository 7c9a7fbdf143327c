/**
 * Options for reading CSV.
 */
import type { OptionNames } from '@marquetry/core';
import { type TextOptions, textOptionNames } from '../text-options.js';

/** Options that control how CSV is read. */
export interface CsvOptions extends TextOptions {
  /**
   * The delimiter, one ASCII character. Default: whichever of `,`, TAB, `;` and `|` splits the most records into as
   * many cells as the first record.
   */
  readonly delimiter?: string;
  /**
   * True if the first record contains the column names. Default: detected. The first record is data if its cells are
   * not all text and each fits the type of the cells below it.
   */
  readonly header?: boolean;
  /** True to read every column as text, except the columns in `schema`. Default: false. */
  readonly strings?: boolean;
  /**
   * True to infer DECIMAL instead of DOUBLE for columns with decimal points, so that values are exact. The sample
   * determines how many digits follow the point: a later row with more digits after the point is a bad row. Columns
   * with exponents, or with more than 18 digits, stay DOUBLE. Default: false.
   */
  readonly decimals?: boolean;
}

export const csvOptionNames: OptionNames<CsvOptions> = {
  ...textOptionNames,
  ...{ delimiter: true, header: true, strings: true, decimals: true },
};
