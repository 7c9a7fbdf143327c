/** Column chunks before and after they are written to the file. */
import type { ColumnIndex, ColumnMetaData, OffsetIndex } from '@marquetry/metadata';
import type { PageOutput } from './output.js';

/** A column chunk that is ready to be written: either encoded, or to be copied from another file. */
export interface PendingChunk {
  readonly rowCount: number;
  /**
   * Writes the pages, and returns the stored chunk. Each write to `output` is a page, a page header, or the page body
   * that belongs to the preceding header.
   */
  write(output: PageOutput): Promise<PlacedChunk>;
}

/** The metadata of a chunk whose pages have been written. Its offsets are file offsets. */
export interface PlacedChunk {
  readonly metaData: ColumnMetaData;
  readonly offsetIndex?: OffsetIndex;
  /** The column index, or its bytes if it is copied from another file. */
  readonly columnIndex?: ColumnIndex | Uint8Array;
  /** The bytes of the Bloom filter, including its header. */
  readonly bloomFilter?: Uint8Array;
}
