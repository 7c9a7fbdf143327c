/**
 * Some row groups of a footer.
 */
import { ParquetError } from '@marquetry/core';
import type { FileMetaData } from '@marquetry/metadata';

/** @throws ParquetError INVALID_ARGUMENT for an ordinal that is none. */
export function metadataOf(metadata: FileMetaData, ordinals: readonly number[]): FileMetaData {
  const rowGroups = ordinals.map((ordinal) => {
    const group = metadata.rowGroups[ordinal];
    if (group !== undefined) return group;
    const what = `there are ${metadata.rowGroups.length} row groups`;
    throw new ParquetError('INVALID_ARGUMENT', what, { rowGroup: ordinal });
  });
  return { ...metadata, rowGroups, numRows: rowGroups.reduce((sum, { numRows }) => sum + numRows, 0) };
}
