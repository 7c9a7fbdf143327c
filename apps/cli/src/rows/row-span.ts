/**
 * Maps the rows to print, counted over all files, to rows of each file.
 *
 *   files     A: 5 rows   B: 4 rows       C: 6 rows
 *   rows      0 1 2 3 4 | 5 6 7 8 |  9 10 11 12 13 14
 *   tail -n 8                 7 8 |  9 10 11 12 13 14      B from row 2 on, C from row 0 on
 */
import { chooseRows } from './choose-rows.js';

/** The rows to print. Row numbers continue from one file to the next. */
export type RowSpan =
  | { readonly kind: 'first'; readonly offset: number; readonly limit?: number }
  | { readonly kind: 'last'; readonly count: number }
  | { readonly kind: 'sample'; readonly count: number; readonly seed: number };

/** The rows of one file to print. With a predicate, row numbers count only matching rows. */
export type FileRows =
  | { readonly kind: 'range'; readonly offset: number; readonly limit?: number }
  /** Row numbers in ascending order. */
  | { readonly kind: 'chosen'; readonly rows: readonly number[] };

/** Prints rows of a file and returns their number. */
type PrintFile<F> = (file: F, rows: FileRows) => Promise<number>;

/**
 * Calls `print` for each file that has rows in the span. If no file has any, calls `print` once, for the first file and
 * an empty range of rows, so that the header is printed. `countOf` returns the number of rows in a file; it is called
 * only if that number is needed.
 */
export async function printSpan<F>(
  files: readonly F[],
  span: RowSpan,
  countOf: (file: F) => Promise<number>,
  print: PrintFile<F>,
): Promise<void> {
  switch (span.kind) {
    case 'first':
      return printFirst(files, span, countOf, print);
    case 'last':
      return printLast(files, span.count, countOf, print);
    case 'sample':
      return printSample(files, span, countOf, print);
  }
}

async function printFirst<F>(
  files: readonly F[],
  span: RowSpan & { readonly kind: 'first' },
  countOf: (file: F) => Promise<number>,
  print: PrintFile<F>,
): Promise<void> {
  let { offset, limit } = span;
  for (const [i, file] of files.entries()) {
    const isLast = i === files.length - 1;
    if (offset > 0 && !isLast) {
      const count = await countOf(file);
      if (count <= offset) {
        offset -= count;
        continue;
      }
    }
    const printed = await print(file, { kind: 'range', offset, ...(limit !== undefined && { limit }) });
    offset = 0;
    if (limit === undefined) continue;
    limit -= printed;
    if (limit === 0) return;
  }
}

async function printLast<F>(
  files: readonly F[],
  count: number,
  countOf: (file: F) => Promise<number>,
  print: PrintFile<F>,
): Promise<void> {
  const parts: [file: F, rows: FileRows][] = [];
  let left = count;
  for (const file of [...files].reverse()) {
    const rows = await countOf(file);
    const taken = Math.min(rows, left);
    if (taken > 0) parts.push([file, { kind: 'range', offset: rows - taken, limit: taken }]);
    left -= taken;
    if (left === 0) break;
  }
  await printParts(files, parts.reverse(), print);
}

async function printSample<F>(
  files: readonly F[],
  { count, seed }: RowSpan & { readonly kind: 'sample' },
  countOf: (file: F) => Promise<number>,
  print: PrintFile<F>,
): Promise<void> {
  const starts = [0];
  for (const file of files) starts.push((starts.at(-1) as number) + (await countOf(file)));
  const chosen = chooseRows(starts.at(-1) as number, count, seed);
  const parts: [file: F, rows: FileRows][] = [];
  let at = 0;
  for (const [i, file] of files.entries()) {
    const start = starts[i] as number;
    const end = starts[i + 1] as number;
    const rows: number[] = [];
    for (; at < chosen.length && (chosen[at] as number) < end; at++) rows.push((chosen[at] as number) - start);
    if (rows.length > 0) parts.push([file, { kind: 'chosen', rows }]);
  }
  await printParts(files, parts, print);
}

async function printParts<F>(
  files: readonly F[],
  parts: readonly (readonly [file: F, rows: FileRows])[],
  print: PrintFile<F>,
): Promise<void> {
  const [first] = files;
  if (parts.length === 0 && first !== undefined) await print(first, { kind: 'range', offset: 0, limit: 0 });
  for (const [file, rows] of parts) await print(file, rows);
}
