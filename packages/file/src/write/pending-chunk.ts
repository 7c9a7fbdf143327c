/**
 * A chunk that is ready to be written: encoded, or to be copied from another file.
 */
import { type ChunkWriter, createChunkWriter, placeChunk, type WrittenChunk } from '@marquetry/column-writer';
import { isTurnDue, withPlace, yieldToEventLoop } from '@marquetry/core';
import type { ColumnIndex, ColumnMetaData, OffsetIndex } from '@marquetry/metadata';
import type { ColumnPlan } from './options.js';
import type { PageOutput } from './output.js';

export interface PendingChunk {
  readonly rowCount: number;
  /**
   * Writes the pages, and returns the stored chunk. Each write to `output` is a whole page, a page header, or the body of the page whose header was
   * written before it.
   */
  write(output: PageOutput): Promise<PlacedChunk>;
}

/** A chunk whose pages have been written, with offsets in the file. */
export interface PlacedChunk {
  readonly metaData: ColumnMetaData;
  readonly offsetIndex?: OffsetIndex;
  readonly columnIndex?: ColumnIndex;
  /** The header and the bits of the Bloom filter. */
  readonly bloomFilter?: Uint8Array;
}

/** Creates a writer for a chunk of the column. @throws ParquetError for invalid options, naming the column. */
export function createChunk({ options, path }: ColumnPlan): ChunkWriter {
  try {
    return createChunkWriter(options);
  } catch (error) {
    throw withPlace(error, { column: path });
  }
}

/** Returns an encoded chunk as a pending chunk. */
export function encodedChunk(chunk: WrittenChunk, { pageIndex }: ColumnPlan): PendingChunk {
  return {
    rowCount: chunk.rowCount,
    write: async (output) => {
      const { metaData, offsetIndex } = placeChunk(chunk, output.position);
      for (const part of chunk.parts) {
        await output.write(part);
        if (isTurnDue()) await yieldToEventLoop();
      }
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
