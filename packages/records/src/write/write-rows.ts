/**
 * Rows to a file writer.
 */
import { type NestedColumn, unnestColumn } from '@marquetry/column';
import { ParquetError } from '@marquetry/core';
import type { FileWriter } from '@marquetry/file';
import { formatPath, type Schema } from '@marquetry/schema';
import { inferSchema } from '../infer/infer-schema.js';
import { isPending, openRows, peekRows, type RowSource, type RowsInput } from './row-source.js';
import { createShredder, type Shredder, type ShredderOptions } from './shredder.js';

/** How rows are written. */
export interface WriteRowsOptions extends Pick<ShredderOptions, 'unknownFields'> {
  /** Ends the writing: the writer is aborted. */
  readonly signal?: AbortSignal;
}

/** What rows are inferred from. */
export interface InferOptions {
  /** Rows to infer the schema from; default 1000. */
  readonly sampleRows?: number;
  readonly signal?: AbortSignal;
}

/** A schema, and all rows that it was inferred from and that follow. */
export interface InferredRows {
  readonly schema: Schema;
  readonly rows: RowsInput;
}

/**
 * Writes all rows; gives back how many. Row groups end as the writer's options say; `finish` is the caller's.
 * @throws ParquetError INVALID_ARGUMENT, with `at.row` (counted from the writer's first row) and `at.column`, for a row
 *   that does not fit the schema; as `FileWriter.write`; errors of the iterable, unchanged; the reason of the signal. The
 *   writer is then aborted: nothing that looks whole is left.
 */
export async function writeRows(writer: FileWriter, rows: RowsInput, options: WriteRowsOptions = {}): Promise<number> {
  const { signal, unknownFields } = options;
  let source: RowSource | undefined;
  try {
    source = openRows(rows, signal);
    const firstRow = writer.rowCount;
    const shredder = createShredder(writer.schema, { firstRow, ...(unknownFields !== undefined && { unknownFields }) });
    let isFull = createGauge(shredder);
    let turned = Date.now();
    for (;;) {
      const result = source.next();
      // Awaiting what is there already would be most of the work.
      const { done, value } = isPending(result) ? await result : result;
      if (done !== true) shredder.push(value);
      if (done === true || isFull()) {
        signal?.throwIfAborted();
        if (shredder.rowCount > 0) await writer.write(shredder.take());
        isFull = createGauge(shredder);
        // Neither rows nor sink may ever wait for anything: a signal that comes from outside would not be heard.
        if (signal !== undefined && Date.now() - turned > longestTurn) {
          await new Promise((resolve) => setTimeout(resolve));
          turned = Date.now();
        }
      }
      if (done === true) return writer.rowCount - firstRow;
    }
  } catch (error) {
    await source?.close().catch(() => undefined);
    await writer.abort(error).catch(() => undefined);
    throw error;
  }
}

/** Rows are handed on when they are so many, or so large. */
const batchRows = 2 ** 14;
const batchBytes = 2 ** 24;

/** Milliseconds that are written at a time before others have their turn. */
const longestTurn = 50;

/** Rows between two looks at their size: a few large ones may follow many small ones. */
const unlookedRows = 8;

/** Whether the rows of a batch are enough. */
function createGauge(shredder: Shredder): () => boolean {
  let next = 1;
  return () => {
    const { rowCount } = shredder;
    if (rowCount < next) return false;
    next += Math.min(next, unlookedRows);
    return rowCount >= batchRows || shredder.byteLength >= batchBytes;
  };
}

/**
 * The schema of the first rows of an iterable, and its rows. Those that follow must fit: a field that the first rows did
 * not have is an error when it is written.
 * @throws ParquetError as `inferSchema`.
 */
export async function inferRows(rows: RowsInput, options: InferOptions = {}): Promise<InferredRows> {
  const { sampleRows = 1000, signal } = options;
  if (!Number.isInteger(sampleRows) || sampleRows < 1) {
    throw new ParquetError('INVALID_ARGUMENT', `a schema cannot be inferred from ${sampleRows} rows`);
  }
  if (Array.isArray(rows)) return { schema: inferSchema(rows.slice(0, sampleRows)), rows };
  const source = openRows(rows, signal);
  try {
    const { first, all } = await peekRows(source, sampleRows);
    return { schema: inferSchema(first), rows: all };
  } catch (error) {
    await source.close().catch(() => undefined);
    throw error;
  }
}

/**
 * Writes nested columns, one a field of the root, all of the same rows; `unnestColumn` says what they must be. What
 * `readNested` gives can be written as it is.
 * @throws ParquetError INVALID_ARGUMENT, naming the column, and as `FileWriter.write`.
 */
export async function writeNested(writer: FileWriter, columns: readonly NestedColumn[]): Promise<void> {
  const leaves = columns.flatMap((column) => unnestColumn(column));
  await writer.write(Object.fromEntries(leaves.map((leaf) => [formatPath(leaf.leaf.path), leaf])));
}
