/** Looks up columns by path, and returns them in schema order. */
import { ParquetError } from '@marquetry/core';
import type { ChunkCopy } from './chunk-to-copy.js';
import type { ColumnInput } from './column-input.js';
import type { ColumnPlan, WritePlan } from './options.js';

/** Columns by path, with values for the same rows, such as a batch from `ParquetFile.columnBatches`. */
export type WriteColumns = Readonly<Record<string, ColumnInput>>;

/**
 * A column of a whole row group: its values, an iterable of batches of values, or a chunk from another file
 * (`chunkCopy`).
 */
export type RowGroupColumn = ColumnInput | ChunkCopy | AsyncIterable<ColumnInput>;

/** Columns of one row group, by path. */
export type RowGroupColumns = Readonly<Record<string, RowGroupColumn>>;

/**
 * Checks that all paths are columns of the file.
 * @throws ParquetError INVALID_ARGUMENT for a path that is not a column of the file.
 */
export function requireKnown({ paths }: WritePlan, given: Readonly<Record<string, unknown>>): void {
  for (const path of Object.keys(given)) {
    if (paths.has(path)) continue;
    throw new ParquetError('INVALID_ARGUMENT', `the schema has no column ${path}; it has: ${[...paths].join(', ')}`);
  }
}

/**
 * Returns the input for each column, in schema order.
 * @throws ParquetError INVALID_ARGUMENT if a column is missing or a path is unknown.
 */
export function inOrder<T>(plan: WritePlan, given: Readonly<Record<string, T>>): T[] {
  requireKnown(plan, given);
  return plan.columns.map(({ path }) => {
    const column = Object.hasOwn(given, path) ? given[path] : undefined;
    if (column !== undefined) return column;
    throw new ParquetError('INVALID_ARGUMENT', 'the column is missing: pass all columns', {
      column: path,
    });
  });
}

/**
 * Returns the number of rows, which must be the same for all columns.
 * @throws ParquetError INVALID_ARGUMENT, with the path of a column, if the numbers differ.
 */
export function sameRows(counts: readonly number[], columns: readonly ColumnPlan[]): number {
  const [first = 0] = counts;
  const other = counts.findIndex((count) => count !== first);
  const column = columns[other];
  if (column === undefined) return first;
  const what = `the column has ${counts[other]} rows, but column ${columns[0]?.path} has ${first}`;
  throw new ParquetError('INVALID_ARGUMENT', what, { column: column.path });
}
