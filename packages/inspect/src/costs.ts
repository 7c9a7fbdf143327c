/** Measures what a column would take in every encoding and codec. */
import type { ParquetFile } from '@marquetry/file';

/** Returns the stored bytes of all chunks of a column. */
export function storedSize(file: ParquetFile, column: number): number {
  return file.metadata.rowGroups.reduce(
    (sum, { columns }) => sum + (columns[column]?.metaData?.totalCompressedSize ?? 0),
    0,
  );
}
