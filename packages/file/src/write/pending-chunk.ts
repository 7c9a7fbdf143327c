/** Creates chunk writers, and prepares encoded chunks for writing. */
import { type ChunkWriter, createChunkWriter, placeChunk, type WrittenChunk } from '@marquetry/column-writer';
import { isTurnDue, withPlace, yieldToEventLoop } from '@marquetry/core';
import type { ColumnPlan } from './options.js';
import type { PendingChunk } from './placed-chunk.js';

/** Creates a writer for a chunk of the column. @throws ParquetError for invalid options. The error names the column. */
export function createChunk({ options, path }: ColumnPlan): ChunkWriter {
  try {
    return createChunkWriter(options);
  } catch (error) {
    throw withPlace(error, { column: path });
  }
}

/** Converts an encoded chunk to a {@link PendingChunk}, which can be written to the file. */
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
