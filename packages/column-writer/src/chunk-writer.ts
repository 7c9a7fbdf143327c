/**
 * Writes a column chunk. Batches of values become pages; the chunk also gets a dictionary, statistics, indexes and a
 * Bloom filter.
 *
 *   batch ─> checks ─> page filler ───> page writer ─> value writer (encoding, dictionary)
 *                      cuts at rows     keeps pages ─> Bloom filter, statistics
 *   finish ───────────────────────────> finished chunk: dictionary page, data pages, metadata, indexes
 */
import { ParquetError, runSteps, type Steps, withPlace } from '@marquetry/core';
import { formatPath } from '@marquetry/schema';
import { type ChunkFilter, createChunkFilter } from './chunk-filter.js';
import { finishedChunk } from './finished-chunk.js';
import type { ChunkWriterOptions } from './options.js';
import { createPageFiller, type PageFiller } from './page-filler.js';
import { createPageWriter, type PageWriter } from './page-writer.js';
import { type ChunkSettings, settingsOf } from './settings.js';
import { type BatchCheck, createBatchCheck } from './validate/check-batch.js';
import { createValueWriter, type ValueWriter } from './value-writer.js';
import type { WriteBatch } from './write-batch.js';
import type { WrittenChunk } from './written-chunk.js';

/** Writes one column chunk. Created by {@link createChunkWriter}. */
export interface ChunkWriter {
  /** Number of rows written so far. */
  readonly rowCount: number;
  /** Number of bytes in memory: finished pages, dictionary, Bloom filter, and the values of the next page. */
  readonly bufferedBytes: number;
  /**
   * Adds whole rows. The batch is checked completely before any of it is written.
   * @throws ParquetError INVALID_ARGUMENT, with the name of the column and the row number, for values that do not fit
   * the column.
   */
  write(batch: WriteBatch): void;
  /**
   * Like {@link write}, but in steps, for callers that yield to the event loop between steps. A step writes at
   * most one page, or checks a few MiB of values. Run the generator to completion before you call any other method.
   * @param isChecked True if a check by `createBatchCheck` for this column has already accepted the batch.
   */
  writeInSteps(batch: WriteBatch, isChecked?: boolean): Steps<void>;
  /** Ends the chunk and returns it. The writer cannot be used afterwards. */
  finish(): WrittenChunk;
  /** Like {@link finish}, but in steps of a few milliseconds. Run the generator to completion. */
  finishInSteps(): Steps<WrittenChunk>;
}

/**
 * Creates a writer for one chunk. It is synchronous and does no I/O.
 * @throws ParquetError INVALID_ARGUMENT or UNSUPPORTED for options that cannot be satisfied.
 */
export function createChunkWriter(options: ChunkWriterOptions): ChunkWriter {
  return new OneChunk(options);
}

/**
 * The writer is a class to save memory: there is one object per column and row group, and the accessors and generators
 * of an object literal take kilobytes per object.
 */
class OneChunk implements ChunkWriter {
  rowCount = 0;
  declare private readonly settings: ChunkSettings;
  declare private readonly check: BatchCheck;
  declare private readonly values: ValueWriter;
  private readonly filter: ChunkFilter | undefined;
  declare private readonly pages: PageWriter;
  declare private readonly filler: PageFiller;
  private isSpent = false;

  constructor(options: ChunkWriterOptions) {
    const settings = settingsOf(options);
    this.settings = settings;
    this.check = createBatchCheck(settings.leaf);
    this.values = createValueWriter(settings);
    this.filter = createChunkFilter(settings);
    this.pages = createPageWriter(settings, this.values, this.filter);
    this.filler = createPageFiller(settings, this.pages);
  }

  get bufferedBytes(): number {
    const { filler, filter, pages, values } = this;
    return pages.byteLength + filler.pendingBytes + values.dictionaryBytes + (filter?.byteLength ?? 0);
  }

  write(batch: WriteBatch): void {
    runSteps(this.writeInSteps(batch));
  }

  *writeInSteps(batch: WriteBatch, isChecked = false): Steps<void> {
    this.requireOpen();
    try {
      if (!isChecked) {
        yield* this.check.check(batch);
        yield;
      }
      yield* this.filler.write(batch);
      this.rowCount += batch.rowCount;
    } catch (error) {
      throw withPlace(error, { column: this.column });
    }
  }

  finish(): WrittenChunk {
    return runSteps(this.finishInSteps());
  }

  *finishInSteps(): Steps<WrittenChunk> {
    this.requireOpen();
    const { filler, filter, pages, settings, values } = this;
    try {
      yield* filler.finish();
      const chunk = yield* finishedChunk(settings, pages, values, filter);
      this.isSpent = true;
      return chunk;
    } catch (error) {
      throw withPlace(error, { column: this.column });
    }
  }

  private get column(): string {
    return formatPath(this.settings.leaf.path);
  }

  private requireOpen(): void {
    if (this.isSpent)
      throw new ParquetError('INVALID_ARGUMENT', 'the chunk is already finished: create a new writer', {
        column: this.column,
      });
  }
}
