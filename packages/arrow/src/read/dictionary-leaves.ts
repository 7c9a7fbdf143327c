/** Finds the columns whose chunks are all dictionary-encoded, from the encodings that the footer lists. */
import { EncodingId, PageType } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';
import { type ColumnMetaData, columnChunkOf, type RowGroup } from '@marquetry/metadata';
import type { LeafNode } from '@marquetry/schema';

/**
 * Returns a function that returns true for a column if, according to the footer, all of its chunks are
 * dictionary-encoded. If only some of them are, the result is false, because a column of a table has one type. Chunks
 * that have only nulls are ignored. `rowGroups` selects row groups by ordinal; the default is all.
 */
export function dictionaryLeaves(
  file: Pick<ParquetFile, 'metadata'>,
  rowGroups: readonly number[] | undefined,
): (leaf: LeafNode) => boolean {
  const all = file.metadata.rowGroups;
  const read = rowGroups === undefined ? all : rowGroups.flatMap((ordinal) => all[ordinal] ?? []);
  const known = new Map<LeafNode, boolean>();
  return (leaf) => {
    const before = known.get(leaf);
    if (before !== undefined) return before;
    const found = hasDictionaries(read, leaf);
    known.set(leaf, found);
    return found;
  };
}

function hasDictionaries(rowGroups: readonly RowGroup[], { index }: LeafNode): boolean {
  let found = false;
  for (const rowGroup of rowGroups) {
    const chunk = columnChunkOf(rowGroup, index)?.metaData;
    if (chunk === undefined || rowGroup.numRows === 0 || chunk.statistics?.nullCount === chunk.numValues) continue;
    if (!isDictionary(chunk)) return false;
    found = true;
  }
  return found;
}

function isDictionary({ encodings, encodingStats, dictionaryPageOffset }: ColumnMetaData): boolean {
  const pages = encodingStats?.filter(({ pageType }) => pageType !== PageType.DICTIONARY_PAGE) ?? [];
  if (pages.length > 0) return pages.every(({ encoding, count }) => count === 0 || isIndices(encoding));
  // PLAIN is ignored here, because the footer also lists the encoding of the dictionary page, which is PLAIN.
  if (encodings.length > 0) return encodings.some(isIndices);
  return (dictionaryPageOffset ?? 0) > 0;
}

function isIndices(encoding: number): boolean {
  return encoding === EncodingId.RLE_DICTIONARY || encoding === EncodingId.PLAIN_DICTIONARY;
}
