/** Determines which rows of a file must be read so that the requested rows can be printed. */
import type { ReadNestedOptions } from '@marquetry/file';
import type { FileRows } from './row-span.js';
import type { RowsView } from './rows-view.js';

/** Takes the number of rows in the next batch, and returns the positions, within that batch, of the rows to print. */
type Kept = (rowCount: number) => readonly number[];

export interface RowsToRead {
  readonly read: ReadNestedOptions;
  /** Selects the rows to print from each batch. Undefined if every row that is read is printed. */
  readonly kept: Kept | undefined;
}

/** Returns the read options for the rows `wanted`, and a function that selects the rows to print from those read. */
export function readOptionsOf({ leaves, where }: RowsView, wanted: FileRows, signal: AbortSignal): RowsToRead {
  const read: ReadNestedOptions = { columns: leaves, signal };
  if (wanted.kind === 'range') {
    const { offset, limit } = wanted;
    const range = { offset, ...(limit !== undefined && { limit }) };
    return { read: { ...read, ...range, ...(where !== undefined && { where }) }, kept: undefined };
  }
  const { rows } = wanted;
  if (where === undefined) return { read: { ...read, rows: rangesOf(rows) }, kept: undefined };
  // `rows` counts only rows that match the predicate, so they can be selected only after it has been evaluated.
  return { read: { ...read, where, limit: (rows.at(-1) ?? -1) + 1 }, kept: createKept(rows) };
}

/** Combines row numbers, in ascending order, into ranges. */
function rangesOf(rows: readonly number[]): readonly (readonly [from: number, to: number])[] {
  const ranges: [from: number, to: number][] = [];
  for (const row of rows) {
    const last = ranges.at(-1);
    if (last?.[1] === row) last[1] = row + 1;
    else ranges.push([row, row + 1]);
  }
  return ranges;
}

function createKept(rows: readonly number[]): Kept {
  let first = 0;
  let at = 0;
  return (rowCount) => {
    const kept: number[] = [];
    for (; at < rows.length && (rows[at] as number) < first + rowCount; at++) kept.push((rows[at] as number) - first);
    first += rowCount;
    return kept;
  };
}
