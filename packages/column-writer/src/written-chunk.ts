/**
 * What a chunk writer gives: the chunk's pages, and what footer and indexes say of them.
 *
 *   [dictionary page] data page ... data page
 *
 * Offsets count from the chunk's first byte; {@link placeChunk} makes them those of a file.
 */
import type { ColumnIndex, ColumnMetaData, OffsetIndex } from '@marquetry/metadata';

/** A column chunk as it is written: its bytes, its metadata and its indexes. */
export interface WrittenChunk {
  /** The pages in order, dictionary page first; each is header and body. */
  readonly parts: readonly Uint8Array[];
  /** Bytes of all parts. */
  readonly byteLength: number;
  readonly rowCount: number;
  /** For the footer. `dataPageOffset` and `dictionaryPageOffset` count from the chunk's first byte. */
  readonly metaData: ColumnMetaData;
  /** Where the data pages are, counted from the chunk's first byte; with the sizes of byte arrays. */
  readonly offsetIndex: OffsetIndex;
  /** Absent when not asked for, and where the column's order or its values allow none. */
  readonly columnIndex?: ColumnIndex;
  /** Header and bits of the Bloom filter. */
  readonly bloomFilter?: Uint8Array;
}

/** `metaData` and `offsetIndex` of a chunk whose first byte is at `position` of the file. */
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
