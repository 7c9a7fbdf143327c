/**
 * Checks the `batchRows` option, the number of rows per batch.
 */
import { ParquetError } from '@marquetry/core';
import { isCount } from './row-range.js';

/**
 * Checks a value of the `batchRows` option.
 * @throws ParquetError INVALID_ARGUMENT unless it is a positive integer or Infinity.
 */
export function requireBatchRows(batchRows: number): void {
  if ((isCount(batchRows) && batchRows > 0) || batchRows === Number.POSITIVE_INFINITY) return;
  throw new ParquetError('INVALID_ARGUMENT', `\`batchRows\` must be a positive integer or Infinity, got ${batchRows}`);
}
