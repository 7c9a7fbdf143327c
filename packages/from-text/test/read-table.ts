/** Reads all batches of a text table, and returns its columns and rows as plain values. */
import { isParquetError } from '@marquetry/core';
import type { TextTable } from '@marquetry/from-text';
import { createShownColumns } from './shown-columns.js';

export interface ReadTable {
  /** The name and the type of each column, such as `id INT64`. */
  readonly columns: readonly string[];
  /** The rows, as arrays of values. */
  readonly rows: readonly (readonly unknown[])[];
}

export const bytesOfText = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Yields the text in arrays of `size` bytes, so that records are split between arrays. */
export async function* inPortions(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = bytesOfText(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export async function readTable(table: TextTable): Promise<ReadTable> {
  const shown = createShownColumns(table.schema);
  const rows: unknown[][] = [];
  for await (const columns of table.batches()) rows.push(...shown.rowsOf(columns));
  return { columns: shown.columns, rows };
}

/** Returns the code and message of the error that a promise rejects with. */
export async function errorOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    if (isParquetError(error)) return `${error.code}: ${error.message}`;
    throw error;
  }
  throw new Error('the promise resolved');
}
