/**
 * The task that sorts the rows of each row group that it writes.
 */
import { type ColumnPiece, concatInSteps, valuesByteLength } from '@marquetry/column';
import { ParquetError, runStepsInTurns, type Values } from '@marquetry/core';
import type { SortedBy, TypedColumn } from '@marquetry/file';
import type { Schema } from '@marquetry/schema';
import { writeBatch } from './copy-batches.js';
import { reordered } from './reorder.js';
import { type SortKey, sortedRows, sortOrderOf } from './row-order.js';
import type { SplitInput, SplitTask, SplitWriteOptions } from './task.js';
import { describedOptions } from './task-id.js';
import { withoutRowsKept } from './task-memory.js';

/** Options of `sortTask`. */
export interface SortTaskOptions extends Omit<SplitWriteOptions, 'sortingColumns'> {
  /** The columns to sort by. They must be columns of the output, outside lists and maps. */
  readonly by: readonly SortedBy[];
  /** A row group ends when its decoded values reach this number of bytes, because it is sorted in memory. Default: 256 MiB. */
  readonly sortBytes?: number;
}

const defaultRowGroupRows = 2 ** 20;

/**
 * Returns a task that writes the rows that match the split's predicate, sorted within each row group. Row groups have
 * `rowGroupRows` rows, or fewer if the split has fewer rows or their decoded values reach `sortBytes`. Equal rows keep
 * their order. Nulls come last by default, and NaN is greater than all numbers.
 */
export function sortTask({ by, sortBytes = 2 ** 28, ...options }: SortTaskOptions): SplitTask {
  if (!Array.isArray(by) || by.length === 0) {
    throw new ParquetError('INVALID_ARGUMENT', '`by` must name at least one column to sort by');
  }
  return withoutRowsKept({
    name: 'sort',
    options: describedOptions({ ...options, by, sortBytes }),
    writes: true,
    run: (input) => sortSplit(input, by, sortBytes, options),
  });
}

async function sortSplit(
  input: SplitInput,
  by: readonly SortedBy[],
  sortBytes: number,
  { rowGroupRows = defaultRowGroupRows, ...options }: SplitWriteOptions,
): Promise<undefined> {
  const { schema, signal } = input;
  const keys = by.map((sorted) => keyOf(schema, sorted));
  const mostRows = Number.MAX_SAFE_INTEGER;
  const writer = input.writer({ ...options, rowGroupRows: mostRows, rowGroupBytes: mostRows, sortingColumns: by });
  let batches: (readonly TypedColumn[])[] = [];
  let rows = 0;
  let bytes = 0;
  const writeGroup = async (): Promise<void> => {
    if (rows === 0) return;
    const columns = await sortedColumns(batches, keys, schema, rows, signal);
    batches = [];
    rows = 0;
    bytes = 0;
    await writeBatch(writer, columns);
    await writer.endRowGroup();
  };
  for await (const batch of input.batches({ batchRows: Math.min(rowGroupRows, 2 ** 17) })) {
    const count = batch[0]?.rowCount ?? 0;
    if (rows + count > rowGroupRows) await writeGroup();
    batches.push(batch);
    rows += count;
    bytes += batch.reduce((sum, { values }) => sum + bytesOfValues(values), 0);
    if (bytes >= sortBytes) await writeGroup();
  }
  await writeGroup();
}

async function sortedColumns(
  batches: readonly (readonly TypedColumn[])[],
  keys: readonly SortKey[],
  schema: Schema,
  rowCount: number,
  signal: AbortSignal,
): Promise<readonly TypedColumn[]> {
  const joined: ColumnPiece[] = [];
  for (const [i, leaf] of schema.leaves.entries()) {
    const pieces = batches.map((batch) => batch[i] as TypedColumn);
    joined.push(await runStepsInTurns(concatInSteps(pieces, leaf), signal));
  }
  const sortColumns = keys.map(({ leaf }) => joined[leaf.index] as ColumnPiece);
  const order = await runStepsInTurns(sortedRows(keys, sortColumns, rowCount), signal);
  const columns: TypedColumn[] = [];
  for (const [i, leaf] of schema.leaves.entries()) {
    const piece = await runStepsInTurns(reordered(joined[i] as ColumnPiece, order, leaf, {}), signal);
    columns.push({ ...piece, leaf });
  }
  return columns;
}

function keyOf(schema: Schema, { column, descending = false, nullsFirst = false }: SortedBy): SortKey {
  const found = schema.find(column);
  const [leaf] = found;
  if (leaf === undefined || found.length !== 1) {
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `each column in \`by\` must match exactly one column, but ${column} matches ${found.length}`,
    );
  }
  sortOrderOf(leaf);
  return { leaf, descending, nullsFirst };
}

/** Returns the size of values in bytes. Excludes the dictionary, because other values share it. */
function bytesOfValues(values: Values): number {
  return values.layout === 'dictionary' ? 4 * values.length : valuesByteLength(values);
}
