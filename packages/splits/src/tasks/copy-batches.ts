/**
 * Writes batches of a split to its output.
 */
import { isParquetError, ParquetError } from '@marquetry/core';
import type { FileWriter, TypedColumn } from '@marquetry/file';
import { formatPath } from '@marquetry/schema';

/**
 * Writes the rows of a batch.
 * @throws ParquetError CORRUPT if values violate the file's own schema, such as a STRING that is not UTF-8; the errors
 * that `FileWriter.write` throws.
 */
export async function writeBatch(writer: FileWriter, batch: readonly TypedColumn[]): Promise<void> {
  // The object has no prototype, so any column name is safe.
  const columns: Record<string, TypedColumn> = Object.create(null);
  for (const column of batch) columns[formatPath(column.leaf.path)] = column;
  try {
    await writer.write(columns);
  } catch (error) {
    if (!isParquetError(error) || error.code !== 'INVALID_ARGUMENT' || error.at.column === undefined) throw error;
    const what = `a value violates the file's own schema: ${error.reason}`;
    throw new ParquetError('CORRUPT', what, error.at, { cause: error });
  }
}
