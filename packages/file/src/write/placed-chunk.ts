/**
 * A chunk that is ready to be written: encoded, or to be copied from another file.
 */
import type { ColumnIndex, ColumnMetaData, OffsetIndex } from '@marquetry/metadata';
import type { PageOutput } from './output.js';

/** A column chunk that is ready to be written: encoded, or to be copied from another file. */
export interface PendingChunk {
  readonly rowCount: number;
  /**
   * Writes the pages, and returns the stored chunk. Each write to `output` is a whole page, a page header, or the body of the page whose header was
   * written before it.
   */
  write(output: PageOutput): Promise<PlacedChunk>;
}

/** The metadata of a chunk whose pages have been written. Its offsets are positions in the file. */
export interface PlacedChunk {
  readonly metaData: ColumnMetaData;
  readonly offsetIndex?: OffsetIndex;
  readonly columnIndex?: ColumnIndex;
  /** The bytes of the Bloom filter, including its header. */
  readonly bloomFilter?: Uint8Array;
}
