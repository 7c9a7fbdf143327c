/** The size of a column as stored in the file. */
import type { ParquetFile } from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';
import { openedChunk } from '../keys/locked-columns.js';
import { codecNameOf, encodingNameOf } from '../plug-in-names.js';
import type { PlugIns } from '../plug-ins.js';

/** The stored bytes of a column in the file, and the names of its encodings and codec there. */
export interface Present {
  readonly size: number;
  readonly encodings: readonly string[];
  readonly codec: string;
}

/**
 * Returns the totals of a column over the given row groups. If only `rows` of their rows are measured, the size is
 * scaled down in proportion.
 */
export function presentOf(
  file: ParquetFile,
  leaf: LeafNode,
  rowGroups: readonly number[],
  rows: number,
  plugIns: PlugIns,
): Present {
  const chunks = rowGroups.flatMap((ordinal) => {
    return openedChunk(file, ordinal, leaf)?.metaData ?? [];
  });
  const encodings = new Set(chunks.flatMap((chunk) => chunk.encodings));
  const codecs = new Set(chunks.map(({ codec }) => codec));
  const allRows = rowGroups.reduce((sum, ordinal) => sum + (file.metadata.rowGroups[ordinal]?.numRows ?? 0), 0);
  const size = chunks.reduce((sum, { totalCompressedSize }) => sum + totalCompressedSize, 0);
  return {
    size: rows < allRows ? Math.round((size * rows) / allRows) : size,
    encodings: [...encodings].map((id) => encodingNameOf(id, plugIns)),
    codec: [...codecs].map((id) => codecNameOf(id, plugIns)).join(' '),
  };
}
