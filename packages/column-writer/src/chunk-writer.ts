/**
 * Writes a column chunk: values to pages, with a dictionary, statistics, indexes and a Bloom filter.
 *
 *   batch ─> checks ─> page filler ─> page writer ─> value writer (encoding, dictionary)
 *                      cuts at rows   pages kept ──> Bloom filter, statistics
 *   finish ─────────────────────────> finished chunk: dictionary page, data pages, metadata, indexes
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
   * @param isChecked True if `createBatchCheck` of the column has accepted the batch: it is not checked again then.
   */
  writeInSteps(batch: WriteBatch, isChecked?: boolean): Steps<void>;
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
  return new OneChunk(options);
}

/** A class, as there is one per column of a row group, and accessors and generators of a literal take kilobytes. */
class OneChunk implements ChunkWriter {
  rowCount = 0;
  private readonly settings: ChunkSettings;
  private readonly check: BatchCheck;
  private readonly values: ValueWriter;
  private readonly filter: ChunkFilter | undefined;
  private readonly pages: PageWriter;
  private readonly filler: PageFiller;
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
      const chunk = yield* finishedChunk(settings, pages.pages, values, filter);
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
    if (this.isSpent) throw new ParquetError('INVALID_ARGUMENT', 'the chunk is finished', { column: this.column });
  }
}
