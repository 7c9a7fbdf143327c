/** Ranks columns by their stored size. Uses only the footer. */
import { EncodingId, isTurnDue, PageType, PhysicalType, yieldToEventLoop } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';
import type { ColumnMetaData } from '@marquetry/metadata';
import type { LeafNode } from '@marquetry/schema';
import { openedMetaData } from '../opened-metadata.js';
import { plainSizeOf } from './plain-size.js';

/** How a column is stored, summed over all row groups. */
export interface StoredColumn {
  readonly leaf: LeafNode;
  /** Bytes of the pages, including their headers. */
  readonly storedBytes: number;
  /** `storedBytes` divided by the size of the file, or by the stored bytes of all columns if that is larger, as in a summary file; 0 to 1. */
  readonly share: number;
  /**
   * Bytes that the values would take if they were PLAIN-encoded and not compressed. Undefined if the footer does not
   * have the necessary counts.
   */
  readonly plainBytes: number | undefined;
  /**
   * `storedBytes` divided by `plainBytes`: below 1 means that the column is smaller than with PLAIN. Undefined if
   * `plainBytes` is undefined or 0.
   */
  readonly ratio: number | undefined;
  /** Ids of the encodings of the data pages. If the footer does not list encodings per page type, the encoding of dictionary pages is included. */
  readonly encodings: readonly number[];
  /** Ids of the codecs that compress the column's pages. */
  readonly codecs: readonly number[];
  /** Number of chunks that the totals omit, because their metadata is encrypted or invalid. See `file.unlock`. */
  readonly lockedChunks: number;
}

/**
 * Returns the columns of a file, sorted by stored bytes, largest first. Reads nothing from the file.
 * @throws The signal's reason if it is aborted.
 */
export async function rankColumns(file: ParquetFile, signal?: AbortSignal): Promise<readonly StoredColumn[]> {
  const columns: Omit<StoredColumn, 'share'>[] = [];
  for (const leaf of file.schema.leaves) {
    let storedBytes = 0;
    let plainBytes: number | undefined = 0;
    let lockedChunks = 0;
    const encodings = new Set<number>();
    const codecs = new Set<number>();
    for (const rowGroup of file.metadata.rowGroups.keys()) {
      while (isTurnDue()) await yieldToEventLoop(signal);
      const metaData = openedMetaData(file, rowGroup, leaf);
      if (metaData === undefined) {
        lockedChunks++;
        continue;
      }
      storedBytes += Math.max(0, metaData.totalCompressedSize);
      const plain = plainSizeOf(leaf, metaData);
      plainBytes = plainBytes === undefined || plain === undefined ? undefined : plainBytes + plain;
      for (const id of valueEncodings(leaf, metaData)) encodings.add(id);
      codecs.add(metaData.codec);
    }
    const ratio = plainBytes === undefined || plainBytes === 0 ? undefined : storedBytes / plainBytes;
    columns.push({
      leaf,
      storedBytes,
      plainBytes,
      ratio,
      encodings: [...encodings],
      codecs: [...codecs],
      lockedChunks,
    });
  }
  const allBytes = columns.reduce((sum, { storedBytes }) => sum + storedBytes, 0);
  const whole = Math.max(file.source.byteLength, allBytes);
  return columns
    .map((column) => ({ ...column, share: column.storedBytes / whole }))
    .sort((a, b) => b.storedBytes - a.storedBytes || a.leaf.index - b.leaf.index);
}

/** Returns the ids of the encodings of data pages. If the footer does not list encodings per page type, dictionary pages are included. */
export function valueEncodings(leaf: LeafNode, { encodings, encodingStats }: ColumnMetaData): readonly number[] {
  const isData = (type: number): boolean => type === PageType.DATA_PAGE || type === PageType.DATA_PAGE_V2;
  const counted = encodingStats?.filter(({ pageType, count }) => isData(pageType) && count > 0) ?? [];
  if (counted.length > 0) return [...new Set(counted.map(({ encoding }) => encoding))];
  // The list includes the encodings of levels, BIT_PACKED and RLE. BOOLEAN is the only type whose values may be RLE.
  const isLevels = (id: number): boolean =>
    id === EncodingId.BIT_PACKED || (id === EncodingId.RLE && leaf.type !== PhysicalType.BOOLEAN);
  const values = [...new Set(encodings)].filter((id) => !isLevels(id));
  if (leaf.type !== PhysicalType.BOOLEAN || values.length < 2 || leaf.maxDefinitionLevel === 0) return values;
  return values.filter((id) => id !== EncodingId.RLE);
}
