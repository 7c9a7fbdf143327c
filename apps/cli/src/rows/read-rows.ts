/**
 * How the rows of a file are asked for.
 */
import type { ParquetFile, ReadNestedOptions } from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';
import type { RowOptions } from './row-options.js';
import type { FileRows } from './row-span.js';

/** Of the next so many rows that are read, those to print, by their place among them. */
type Kept = (rowCount: number) => readonly number[];

export interface RowsToRead {
  readonly read: ReadNestedOptions;
  /** Undefined where all rows that are read are printed. */
  readonly kept: Kept | undefined;
}

/** What to read for these rows. @throws UsageError for the predicate. */
export async function readOptionsOf(
  file: ParquetFile,
  wanted: FileRows,
  { where: text }: RowOptions,
  base: { readonly leaves: readonly LeafNode[]; readonly signal: AbortSignal },
): Promise<RowsToRead> {
  const read: ReadNestedOptions = { columns: base.leaves, signal: base.signal };
  const where = text === undefined ? undefined : (await import('../where/read-where.js')).readWhere(text, file);
  if (wanted.kind === 'range') {
    const { offset, limit } = wanted;
    const range = { offset, ...(limit !== undefined && { limit }) };
    return { read: { ...read, ...range, ...(where !== undefined && { where }) }, kept: undefined };
  }
  const { rows } = wanted;
  if (where === undefined) return { read: { ...read, rows: rangesOf(rows) }, kept: undefined };
  // Rows that pass have no place in the file before they are found.
  return { read: { ...read, where, limit: (rows.at(-1) ?? -1) + 1 }, kept: createKept(rows) };
}

/** Ascending rows as ranges. */
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
