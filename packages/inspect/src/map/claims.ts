/** Collects the parts of a file that its footer describes. */
import { isParquetError, limitError } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';
import { briefChunkOf, type ColumnChunk, columnCountOf, type RowGroup } from '@marquetry/metadata';
import type { LeafNode } from '@marquetry/schema';
import type { MisplacedRegion } from './file-region.js';

/** The range of bytes that the footer states for a part of a column chunk. */
export interface Claim {
  readonly kind: MisplacedRegion['kind'];
  readonly start: number;
  /** File offset of the end. Undefined if the footer does not state it: the part then ends where the next starts. */
  readonly end: number | undefined;
  readonly rowGroup: number;
  readonly column: number;
}

/** The byte ranges that the footer states for all column chunks, and the chunks whose byte ranges are not known. */
export interface Claims {
  readonly claims: readonly Claim[];
  readonly absent: readonly MisplacedRegion[];
}

/**
 * Heap bytes per chunk: for its pages, Bloom filter, column index and offset index, each as the footer states it and as
 * a region of the map, and for the gaps between them.
 */
const bytesPerChunk = 1024;

/** Collects the stated byte ranges of the parts of all chunks. @throws ParquetError LIMIT if they would exceed `limits.memoryBytes`. */
export function claimsOf(file: ParquetFile): Claims {
  const { limits, metadata, schema } = file;
  const chunkCount = metadata.rowGroups.reduce((sum, group) => sum + columnCountOf(group), 0);
  if (chunkCount * bytesPerChunk > limits.memoryBytes)
    throw limitError('memoryBytes', limits, `the map of ${chunkCount} column chunks`);
  const claims: Claim[] = [];
  const absent: MisplacedRegion[] = [];
  const locked = new Set<LeafNode>();
  for (const [rowGroup, group] of metadata.rowGroups.entries()) {
    for (const leaf of schema.leaves) {
      const column = leaf.index;
      const chunk = chunkOf(file, group, rowGroup, leaf, locked);
      if (chunk?.metaData === undefined || isElsewhere(chunk)) {
        const why = locked.has(leaf) ? 'locked' : chunk !== undefined && isElsewhere(chunk) ? 'external' : 'unreadable';
        absent.push({ kind: 'column-chunk', offset: 0, byteLength: 0, rowGroup, column, why });
      }
      if (chunk !== undefined && !isElsewhere(chunk)) claimChunk(chunk, rowGroup, column, claims);
    }
  }
  return { claims, absent };
}

/** True if the pages of the chunk are in another file, as in the summary file `_metadata`. */
function isElsewhere({ filePath = '' }: ColumnChunk): boolean {
  return filePath !== '';
}

/**
 * Returns a chunk, with decrypted metadata if possible. A column whose key is missing is added to `locked`, so that its other chunks do not throw and
 * catch the same error.
 */
function chunkOf(
  file: ParquetFile,
  group: RowGroup,
  rowGroup: number,
  leaf: LeafNode,
  locked: Set<LeafNode>,
): ColumnChunk | undefined {
  let stored: ColumnChunk | undefined;
  try {
    stored = briefChunkOf(group, leaf.index);
    if (stored?.metaData !== undefined || stored?.cryptoMetadata === undefined || locked.has(leaf)) return stored;
    return file.encryption === undefined ? lock() : file.chunk({ rowGroup, column: leaf }).chunk;
  } catch (error) {
    if (!isParquetError(error)) throw error;
    return stored === undefined ? undefined : lock();
  }
  function lock(): ColumnChunk | undefined {
    locked.add(leaf);
    return stored;
  }
}

function claimChunk(chunk: ColumnChunk, rowGroup: number, column: number, claims: Claim[]): void {
  const { metaData } = chunk;
  const claim = (kind: Claim['kind'], start: number | undefined, length: number | undefined): void => {
    // For a part that a chunk does not have, writers store 0 or nothing.
    if (start === undefined || start === 0 || length === 0) return;
    claims.push({ kind, start, end: length === undefined ? undefined : start + length, rowGroup, column });
  };
  if (metaData !== undefined) {
    const { dataPageOffset: data, dictionaryPageOffset: dictionary = 0, totalCompressedSize } = metaData;
    // Old writers store the offset of the dictionary page as the offset of the first data page.
    claim(
      'column-chunk',
      data > 0 && dictionary > 0 ? Math.min(data, dictionary) : data || dictionary,
      totalCompressedSize,
    );
    claim('bloom-filter', metaData.bloomFilterOffset, metaData.bloomFilterLength);
  }
  claim('column-index', chunk.columnIndexOffset, chunk.columnIndexLength ?? 0);
  claim('offset-index', chunk.offsetIndexOffset, chunk.offsetIndexLength ?? 0);
}
