/**
 * Options for reading CSV.
 */
import type { OptionNames } from '@marquetry/core';
import { type TextOptions, textOptionNames } from '../text-options.js';

/** Options that control how CSV is read. */
export interface CsvOptions extends TextOptions {
  /**
   * The delimiter, one ASCII character. Default: the one of `,`, TAB, `;` and `|` that splits the first records most
   * evenly.
   */
  readonly delimiter?: string;
  /** True if the first record contains the names of the columns. Default: true unless it fits the types of the records after it. */
  readonly header?: boolean;
  /** Set it to read every column as text, except those of `schema`. Default: false. */
  readonly strings?: boolean;
  /**
   * Infers DECIMAL instead of DOUBLE for columns with decimal points, so that values are exact. The rows from which
   * types are inferred determine how many digits follow the point. A row with more digits is a bad row. Columns with
   * exponents, or with more than 18 digits, stay DOUBLE. Default false.
   */
  readonly decimals?: boolean;
}

export const csvOptionNames: OptionNames<CsvOptions> = {
  ...textOptionNames,
  ...{ delimiter: true, header: true, strings: true, decimals: true },
};
