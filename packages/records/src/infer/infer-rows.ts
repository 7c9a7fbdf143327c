/** Infers a schema from the first rows of an iterable, and returns the schema with all rows. */
import { isTurnDue, ParquetError, yieldToEventLoop } from '@marquetry/core';
import type { Schema } from '@marquetry/schema';
import { openRows, peekRows, type RowsInput } from '../write/row-source.js';
import { copyRow } from './copy-row.js';
import { createInference } from './inference.js';

/** Options for inferring a schema from rows. */
export interface InferOptions {
  /** Number of rows to infer the schema from; default 1000. These rows stay in memory until they are written. */
  readonly sampleRows?: number;
  readonly signal?: AbortSignal;
}

/** An inferred schema and the rows to write: those from which the schema was inferred, followed by the rest. */
export interface InferredRows {
  readonly schema: Schema;
  readonly rows: RowsInput;
}

/**
 * Infers a schema from the first rows of an iterable (the sample), and returns the schema with all rows. Rows after the
 * sample must match the schema: writing a row with a field that did not occur in the sample throws an error. The rows
 * of the sample are copied, so that an iterable may reuse its row objects; the rows of an array are not copied. Yields
 * to the event loop between rows.
 * @throws ParquetError as `inferSchema` does. Errors thrown by the iterable and the signal's abort reason are passed on
 * unchanged.
 */
export async function inferRows(rows: RowsInput, options: InferOptions = {}): Promise<InferredRows> {
  const { sampleRows = 1000, signal } = options;
  if (!Number.isInteger(sampleRows) || sampleRows < 1) {
    throw new ParquetError('INVALID_ARGUMENT', `\`sampleRows\` must be an integer of at least 1, got ${sampleRows}`);
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
