/**
 * A finished chunk: its pages, and its parts of the footer and the indexes.
 *
 *   [dictionary page] data page ... data page
 *
 * Offsets are relative to the first byte of the chunk; {@link placeChunk} converts them to offsets in a file.
 */
import type { ColumnIndex, ColumnMetaData, OffsetIndex } from '@marquetry/metadata';

/** A finished column chunk: its bytes, its metadata and its indexes. */
export interface WrittenChunk {
  /** The pages in order, starting with the dictionary page; each consists of header and body. */
  readonly parts: readonly Uint8Array[];
  /** Total size of all parts in bytes. */
  readonly byteLength: number;
  readonly rowCount: number;
  /**
   * The metadata of the chunk for the footer. `dataPageOffset` and `dictionaryPageOffset` are relative to the first byte of the
   * chunk.
   */
  readonly metaData: ColumnMetaData;
  /** The locations of the data pages, relative to the first byte of the chunk, and the sizes of byte arrays. */
  readonly offsetIndex: OffsetIndex;
  /**
   * The index of the pages' bounds. Absent if it was not requested, or if the column's order or values do not allow
   * one.
   */
  readonly columnIndex?: ColumnIndex;
  /** Header and bits of the Bloom filter. */
  readonly bloomFilter?: Uint8Array;
}

/** Returns `metaData` and `offsetIndex` of a chunk whose first byte is at `position` in the file. */
export function placeChunk(
  chunk: WrittenChunk,
  position: number,
): { readonly metaData: ColumnMetaData; readonly offsetIndex: OffsetIndex } {
  const { metaData, offsetIndex } = chunk;
  const { dictionaryPageOffset } = metaData;
  return {
    metaData: {
      ...metaData,
      dataPageOffset: metaData.dataPageOffset + position,
      ...(dictionaryPageOffset === undefined ? {} : { dictionaryPageOffset: dictionaryPageOffset + position }),
    },
    offsetIndex: {
      ...offsetIndex,
      pageLocations: offsetIndex.pageLocations.map((page) => ({ ...page, offset: page.offset + position })),
    },
  };
}
