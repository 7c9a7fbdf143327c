/** Rejects or skips rows that do not fit the schema. */
import { ParquetError } from '@marquetry/core';

/** A row that does not fit the schema, and the reason. */
export interface BadRow {
  /** Name of the file, if it has one. */
  readonly file?: string;
  /** The line on which the row starts, counted from 1. */
  readonly line: number;
  /** Path of the column whose value does not fit; absent if the row as a whole is invalid. */
  readonly column?: string;
  /** The first characters of the CSV cell that does not fit, or of the row. */
  readonly value: string;
  readonly reason: string;
  /** The text of the row as it is in the file, without the line end. */
  readonly text: string;
}

/** Options for rows that do not fit the schema. */
export interface BadRowOptions {
  /** `'fail'` throws an error at the first bad row; `'skip'` leaves bad rows out. Default: `'fail'`. */
  readonly badRows?: 'fail' | 'skip';
  /** Called for each row that is left out. */
  readonly onBadRow?: (row: BadRow) => void;
}

/**
 * Handles a bad row: throws an error for it, or passes it to `onBadRow`.
 * @throws ParquetError CORRUPT if `badRows` is `'fail'`.
 */
export type Reject = (row: BadRow) => void;

/**
 * Creates the function that handles bad rows.
 * @throws ParquetError INVALID_ARGUMENT if `badRows` is neither `'fail'` nor `'skip'`.
 */
export function createReject({ badRows = 'fail', onBadRow }: BadRowOptions): Reject {
  if (badRows !== 'fail' && badRows !== 'skip') {
    throw new ParquetError('INVALID_ARGUMENT', `\`badRows\` must be 'fail' or 'skip', got '${String(badRows)}'`);
  }
  if (badRows === 'skip') return (row) => onBadRow?.(row);
  return ({ file, line, column, reason }) => {
    throw new ParquetError('CORRUPT', `line ${line}: ${reason}`, {
      ...(file !== undefined && { file }),
      ...(column !== undefined && { column }),
    });
  };
}

const longestShown = 60;

/** Shortens text for an error message. */
export function shown(text: string): string {
  return text.length > longestShown ? `${text.slice(0, longestShown)}...` : text;
}
