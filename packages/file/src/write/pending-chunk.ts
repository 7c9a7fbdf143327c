/**
 * A chunk that is ready to go into the file: encoded, or to be copied from another file.
 */
import { placeChunk, type WrittenChunk } from '@marquetry/column-writer';
import type { ColumnIndex, ColumnMetaData, OffsetIndex } from '@marquetry/metadata';
import type { Output } from './output.js';

export interface PendingChunk {
  readonly rowCount: number;
  /** Writes the pages; says what they have become. */
  write(output: Output): Promise<PlacedChunk>;
}

/** A chunk whose pages are in the file; offsets are those of the file. */
export interface PlacedChunk {
  readonly metaData: ColumnMetaData;
  readonly offsetIndex?: OffsetIndex;
  readonly columnIndex?: ColumnIndex;
  /** Header and bits. */
  readonly bloomFilter?: Uint8Array;
}

/** An encoded chunk. */
export function encodedChunk(chunk: WrittenChunk, { pageIndex }: { readonly pageIndex: boolean }): PendingChunk {
  return {
    rowCount: chunk.rowCount,
    write: async (output) => {
      const { metaData, offsetIndex } = placeChunk(chunk, output.position);
      for (const part of chunk.parts) await output.write(part);
      const { columnIndex, bloomFilter } = chunk;
      return {
        metaData,
        ...(pageIndex ? { offsetIndex } : {}),
        ...(pageIndex && columnIndex !== undefined ? { columnIndex } : {}),
        ...(bloomFilter === undefined ? {} : { bloomFilter }),
      };
    },
  };
}
