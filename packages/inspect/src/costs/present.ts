/** Computes the present size of a column in the file. */
import type { ParquetFile } from '@marquetry/file';
import { briefChunkOf, type ColumnMetaData } from '@marquetry/metadata';
import type { LeafNode } from '@marquetry/schema';

/** The present size, encodings and codecs of a column, in the row groups that are measured. */
export interface PresentCost {
  /** Bytes of stored pages, including page headers. */
  readonly size: number;
  /** The ids of the encodings, as the footer lists them, including the encodings of levels and dictionaries. */
  readonly encodings: readonly number[];
  /** The ids of the codecs in the Parquet format. */
  readonly codecs: readonly number[];
}

/**
 * Returns the present size, encodings and codecs of a column in the given row groups. If only `rows` of their rows are
 * measured, the size is scaled down in proportion. An encrypted column must have been unlocked.
 */
export function presentOf(file: ParquetFile, leaf: LeafNode, rowGroups: readonly number[], rows: number): PresentCost {
  const chunks = rowGroups.map((ordinal) => metaDataOf(file, ordinal, leaf));
  const allRows = rowGroups.reduce((sum, ordinal) => sum + (file.metadata.rowGroups[ordinal]?.numRows ?? 0), 0);
  const size = chunks.reduce((sum, { totalCompressedSize }) => sum + totalCompressedSize, 0);
  return {
    size: rows < allRows ? Math.round((size * rows) / allRows) : size,
    encodings: [...new Set(chunks.flatMap(({ encodings }) => encodings))],
    codecs: [...new Set(chunks.map(({ codec }) => codec))],
  };
}

function metaDataOf(file: ParquetFile, rowGroup: number, leaf: LeafNode): ColumnMetaData {
  const group = file.metadata.rowGroups[rowGroup];
  const stored = group && briefChunkOf(group, leaf.index);
  return stored?.metaData ?? file.chunk({ rowGroup, column: leaf }).metaData;
}
