/** Writes rows to a file writer. */
import { type NestedColumn, type UnnestedLeaf, unnestColumnInSteps } from '@marquetry/column';
import { isTurnDue, runStepsInTurns, yieldToEventLoop } from '@marquetry/core';
import type { FileWriter } from '@marquetry/file';
import { formatPath } from '@marquetry/schema';
import { isMetadata, variantCode } from '../variants.js';
import { isPending, openRows, type RowSource, type RowsInput } from './row-source.js';
import { createShredder, type Shredder, type ShredderOptions } from './shredder.js';

/** Options for writing rows. */
export interface WriteRowsOptions extends Pick<ShredderOptions, 'unknownFields'> {
  /** If this signal is aborted, the call rejects with the abort reason, and the writer is aborted. */
  readonly signal?: AbortSignal;
}

/**
 * Writes all rows and returns the number of rows. The writer's options determine where row groups end. Call
 * `writer.finish` afterwards.
 * @throws ParquetError INVALID_ARGUMENT, with `at.row` (counted from the writer's first row) and `at.column`, for a row
 * that does not match the schema; and as `FileWriter.write` does. Errors thrown by the iterable and the signal's abort
 * reason are passed on unchanged. After any error, the writer is aborted, so that no incomplete file is left.
 */
export async function writeRows(writer: FileWriter, rows: RowsInput, options: WriteRowsOptions = {}): Promise<number> {
  const { signal, unknownFields } = options;
  let source: RowSource | undefined;
  try {
    source = openRows(rows, signal);
    const firstRow = writer.rowCount;
    const variants = writer.schema.leaves.some(isMetadata)
      ? (await variantCode.load()).createVariantStorage
      : undefined;
    const shredder = createShredder(writer.schema, {
      firstRow,
      variants,
      ...(unknownFields !== undefined && { unknownFields }),
    });
    let look = createGauge(shredder);
    for (;;) {
      const result = source.next();
      // Await only promises: awaiting each row of a synchronous source would take most of the time.
      const { done, value } = isPending(result) ? await result : result;
      if (done !== true) shredder.push(value);
      const seen = done === true ? 'full' : look();
      if (seen === 'full') {
        signal?.throwIfAborted();
        if (shredder.rowCount > 0) await writer.write(shredder.take());
        look = createGauge(shredder);
      }
      if (done === true) return writer.rowCount - firstRow;
      // Yield to the event loop: otherwise, an abort would not be noticed while neither the rows nor the sink wait.
      if (seen !== 'unseen' && isTurnDue()) await yieldToEventLoop(signal);
    }
  } catch (error) {
    await source?.close().catch(() => undefined);
    await writer.abort(error).catch(() => undefined);
    throw error;
  }
}

/** A batch is written once it has this many rows, or {@link batchBytes} bytes. */
const batchRows = 2 ** 14;
const batchBytes = 2 ** 24;

/**
 * Maximum number of rows between two checks of the batch size and the clock. It is small, because large rows may follow
 * many small ones.
 */
const unlookedRows = 8;

type Look = 'unseen' | 'filling' | 'full';

/** Returns a function to call after each row, which checks every few rows whether the batch is full. */
function createGauge(shredder: Shredder): () => Look {
  let next = 1;
  return () => {
    const { rowCount } = shredder;
    if (rowCount < next) return 'unseen';
    next += Math.min(next, unlookedRows);
    return rowCount >= batchRows || shredder.byteLength >= batchBytes ? 'full' : 'filling';
  };
}

/**
 * Writes nested columns, one per top-level field, all with the same number of rows; see `unnestColumn` for their form.
 * The batches of `readNestedBatches` can be written unchanged. The writer's signal aborts this call and the writer at
 * the next turn of the event loop.
 * @throws ParquetError INVALID_ARGUMENT, with the name of the column, for columns that do not fit the schema; and as
 * `FileWriter.write` does.
 */
export async function writeNested(writer: FileWriter, columns: readonly NestedColumn[]): Promise<void> {
  const { signal } = writer;
  const leaves: Record<string, UnnestedLeaf> = Object.create(null);
  for (const column of columns) {
    try {
      for (const leaf of await runStepsInTurns(unnestColumnInSteps(column), signal)) {
        leaves[formatPath(leaf.leaf.path)] = leaf;
      }
      if (isTurnDue()) await yieldToEventLoop(signal);
    } catch (error) {
      if (signal?.aborted === true) await writer.abort(error).catch(() => undefined);
      throw error;
    }
  }
  await writer.write(leaves);
}
