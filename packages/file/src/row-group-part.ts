/**
 * Creates the metadata of a file object that has only some of the file's row groups.
 */
import { ParquetError } from '@marquetry/core';
import type { FileMetaData } from '@marquetry/metadata';

/**
 * Returns the metadata with only the row groups that have the given ordinals.
 * @throws ParquetError INVALID_ARGUMENT if one of them does not exist.
 */
export function metadataOf(metadata: FileMetaData, ordinals: readonly number[]): FileMetaData {
  const rowGroups = ordinals.map((ordinal) => {
    const group = metadata.rowGroups[ordinal];
    if (group !== undefined) return group;
    const what = `the file has only ${metadata.rowGroups.length} row groups`;
    throw new ParquetError('INVALID_ARGUMENT', what, { rowGroup: ordinal });
  });
  return { ...metadata, rowGroups, numRows: rowGroups.reduce((sum, { numRows }) => sum + numRows, 0) };
}
