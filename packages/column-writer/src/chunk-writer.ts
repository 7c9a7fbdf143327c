/**
 * Writes a column chunk: values to pages, with a dictionary, statistics, indexes and a Bloom filter.
 *
 *   batch ─> checks ─> page filler ─> page writer ─> value writer (encoding, dictionary)
 *                      cuts at rows   pages kept ──> Bloom filter, statistics
 *   finish ─────────────────────────> finished chunk: dictionary page, data pages, metadata, indexes
 */
import { ParquetError, runSteps, type Steps, withPlace } from '@marquetry/core';
import { formatPath } from '@marquetry/schema';
import { createChunkFilter } from './chunk-filter.js';
import { finishedChunk } from './finished-chunk.js';
import type { ChunkWriterOptions } from './options.js';
import { createPageFiller } from './page-filler.js';
import { createPageWriter } from './page-writer.js';
import { settingsOf } from './settings.js';
import { createBatchCheck } from './validate/check-batch.js';
import { createValueWriter } from './value-writer.js';
import type { WriteBatch } from './write-batch.js';
import type { WrittenChunk } from './written-chunk.js';

/** Writes one chunk. Made by {@link createChunkWriter}. */
export interface ChunkWriter {
  /** Rows written so far. */
  readonly rowCount: number;
  /** Bytes held: finished pages, dictionary, filter, values of the page to come. */
  readonly bufferedBytes: number;
  /**
   * Adds whole rows. The batch is checked before any of it is taken.
   * @throws ParquetError INVALID_ARGUMENT, naming column and row, for values that do not fit the column.
   */
  write(batch: WriteBatch): void;
  /**
   * As {@link write}, in steps of a page at most, or a few MiB of values that are checked: for callers that take turns of the
   * event loop between them. The generator must be run to its end before anything else is called.
   */
  writeInSteps(batch: WriteBatch): Steps<void>;
  /** The chunk. The writer is spent after it. */
  finish(): WrittenChunk;
  /** As {@link finish}, in steps of a few milliseconds. The generator must be run to its end. */
  finishInSteps(): Steps<WrittenChunk>;
}

/**
 * A writer of one chunk. It is synchronous and does no IO.
 * @throws ParquetError INVALID_ARGUMENT or UNSUPPORTED for options that cannot be met.
 */
export function createChunkWriter(options: ChunkWriterOptions): ChunkWriter {
  const settings = settingsOf(options);
  const column = formatPath(settings.leaf.path);
  const check = createBatchCheck(settings.leaf);
  const values = createValueWriter(settings);
  const filter = createChunkFilter(settings);
  const pages = createPageWriter(settings, values, filter);
  const filler = createPageFiller(settings, pages);
  let rowCount = 0;
  let spent = false;

  const requireOpen = (): void => {
    if (spent) throw new ParquetError('INVALID_ARGUMENT', 'the chunk is finished', { column });
  };
  const writeInSteps = function* (batch: WriteBatch): Steps<void> {
    requireOpen();
    try {
      yield* check(batch);
      yield;
      yield* filler.write(batch);
      rowCount += batch.rowCount;
    } catch (error) {
      throw withPlace(error, { column });
    }
  };

  const finishInSteps = function* (): Steps<WrittenChunk> {
    requireOpen();
    try {
      yield* filler.finish();
      const chunk = yield* finishedChunk(settings, pages.pages, values, filter);
      spent = true;
      return chunk;
    } catch (error) {
      throw withPlace(error, { column });
    }
  };

  return {
    get rowCount(): number {
      return rowCount;
    },
    get bufferedBytes(): number {
      return pages.byteLength + filler.pendingBytes + values.dictionaryBytes + (filter?.byteLength ?? 0);
    },
    write(batch) {
      runSteps(writeInSteps(batch));
    },
    writeInSteps,
    finish: () => runSteps(finishInSteps()),
    finishInSteps,
  };
}
