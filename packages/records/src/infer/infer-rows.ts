/**
 * The schema of rows that are still to be written.
 */
import { isTurnDue, ParquetError, yieldToEventLoop } from '@marquetry/core';
import type { Schema } from '@marquetry/schema';
import { openRows, peekRows, type RowsInput } from '../write/row-source.js';
import { copyRow } from './copy-row.js';
import { createInference } from './inference.js';

/** How a schema is inferred from rows. */
export interface InferOptions {
  /** Rows to infer the schema from; default 1000. They are held until they are written. */
  readonly sampleRows?: number;
  readonly signal?: AbortSignal;
}

/** A schema, and all rows: those that it was inferred from and those after them. */
export interface InferredRows {
  readonly schema: Schema;
  readonly rows: RowsInput;
}

/**
 * The schema of the first rows of an iterable, and its rows. The rows after the sample must fit the schema: a field that
 * the sample did not have is an error when it is written. An iterable may reuse its row object, and any object in it: the
 * sample is copied. An array is not copied. Yields to the event loop between rows.
 * @throws ParquetError as `inferSchema`; errors of the iterable, unchanged; the reason of the signal.
 */
export async function inferRows(rows: RowsInput, options: InferOptions = {}): Promise<InferredRows> {
  const { sampleRows = 1000, signal } = options;
  if (!Number.isInteger(sampleRows) || sampleRows < 1) {
    throw new ParquetError('INVALID_ARGUMENT', `\`sampleRows\` must be a count of at least 1, got ${sampleRows}`);
  }
  const inference = createInference();
  if (Array.isArray(rows)) {
    const count = Math.min(rows.length, sampleRows);
    for (let i = 0; i < count; i++) {
      inference.add(rows[i]);
      while (isTurnDue()) await yieldToEventLoop(signal);
    }
    return { schema: inference.schema(), rows };
  }
  const source = openRows(rows, signal);
  const keep = (row: unknown): unknown => {
    inference.add(row);
    return copyRow(row);
  };
  try {
    const all = await peekRows(source, sampleRows, { keep, signal });
    return { schema: inference.schema(), rows: all };
  } catch (error) {
    await source.close().catch(() => undefined);
    throw error;
  }
}
