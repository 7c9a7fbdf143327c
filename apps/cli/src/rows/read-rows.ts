/** Turns the rows to print into the options for reading them. */
import type { ReadNestedOptions } from '@marquetry/file';
import type { FileRows } from './row-span.js';
import type { RowsView } from './rows-view.js';

/** Takes the size of the next batch, and returns the positions in it of the rows to print. */
type Kept = (rowCount: number) => readonly number[];

export interface RowsToRead {
  readonly read: ReadNestedOptions;
  /** Undefined if every row that is read is printed. */
  readonly kept: Kept | undefined;
}

/** Returns the options for reading these rows. */
export function readOptionsOf({ leaves, where }: RowsView, wanted: FileRows, signal: AbortSignal): RowsToRead {
  const read: ReadNestedOptions = { columns: leaves, signal };
  if (wanted.kind === 'range') {
    const { offset, limit } = wanted;
    const range = { offset, ...(limit !== undefined && { limit }) };
    return { read: { ...read, ...range, ...(where !== undefined && { where }) }, kept: undefined };
  }
  const { rows } = wanted;
  if (where === undefined) return { read: { ...read, rows: rangesOf(rows) }, kept: undefined };
  // The positions count matching rows, which are known only after the predicate has been evaluated.
  return { read: { ...read, where, limit: (rows.at(-1) ?? -1) + 1 }, kept: createKept(rows) };
}

/** Joins ascending rows into ranges. */
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
