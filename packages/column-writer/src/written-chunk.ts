/**
 * A finished chunk: its pages, its metadata for the footer, and its page indexes.
 *
 *   [dictionary page] data page ... data page
 *
 * Offsets are relative to the first byte of the chunk; {@link placeChunk} converts them to offsets in a file.
 */
import type { ColumnIndex, ColumnMetaData, OffsetIndex } from '@marquetry/metadata';

/** A finished column chunk: its bytes, its metadata and its indexes. */
export interface WrittenChunk {
  /**
   * The pages in order. The dictionary page, if there is one, is the first. Each page consists of a header and a body.
   */
  readonly parts: readonly Uint8Array[];
  /** Number of bytes of all pages. */
  readonly byteLength: number;
  readonly rowCount: number;
  /**
   * The metadata of the chunk for the footer. Its offsets `dataPageOffset` and `dictionaryPageOffset` are relative to
   * the first byte of the chunk.
   */
  readonly metaData: ColumnMetaData;
  /** The locations of the data pages, relative to the first byte of the chunk, and the sizes of their byte arrays. */
  readonly offsetIndex: OffsetIndex;
  /**
   * The ColumnIndex, which has the bounds of each page. Absent if the options turn it off, or if the column's order or
   * values do not allow one.
   */
  readonly columnIndex?: ColumnIndex;
  /** The header and the bits of the Bloom filter. */
  readonly bloomFilter?: Uint8Array;
}

/**
 * Returns `metaData` and `offsetIndex` of a chunk, with offsets for a file in which the chunk starts at `position`.
 */
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
