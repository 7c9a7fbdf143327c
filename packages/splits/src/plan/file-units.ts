/**
 * Finds the units of work in a file, which are row groups or parts of large row groups, with the bytes that reading each unit needs.
 */
import { ParquetError } from '@marquetry/core';
import type { ByteRange, ParquetFile, UseMetadata, Where } from '@marquetry/file';
import type { PageLocation } from '@marquetry/metadata';
import { planScan } from '@marquetry/prune';
import type { LeafNode } from '@marquetry/schema';
import type { SplitSource } from '../split.js';
import { type ChosenColumns, chosenColumns } from './chosen-columns.js';
import { cutsOf } from './cut-rows.js';
import { offsetIndexRange, type PagesOfGroup, pagesOfGroups } from './page-rows.js';

/** An open file whose splits are being planned. */
export interface FileToPlan {
  readonly source: SplitSource;
  readonly file: ParquetFile;
  readonly chosen: ChosenColumns;
  /** Ranges that are at most this many bytes apart are fetched together. */
  readonly gap: number;
  /** True if the file is encrypted. Its splits then do not contain the footer. */
  readonly isSealed: boolean;
}

/** A row group, or part of its rows. */
export interface Unit {
  readonly from: FileToPlan;
  readonly rowGroup: number;
  readonly rowCount: number;
  /** The rows of the row group that may match the predicate. */
  readonly rows: readonly (readonly [number, number])[];
  /** The columns whose offset index a reader uses to find the pages that contain `rows`. */
  readonly indexed: ReadonlySet<LeafNode>;
  /** The byte ranges of the pages and offset indexes to read. */
  readonly ranges: readonly ByteRange[];
  readonly bytes: number;
}

/** The options of a plan that determine how a file is divided into units of work. */
export interface UnitOptions {
  readonly columns: readonly string[] | undefined;
  readonly where: Where | undefined;
  readonly use: UseMetadata;
  readonly targetBytes: number;
  readonly signal: AbortSignal | undefined;
}

/** Chooses the columns of a file. @throws ParquetError UNSUPPORTED if one of them is encrypted and the file was opened without keys. */
export async function fileToPlan(
  source: SplitSource,
  file: ParquetFile,
  { columns, signal, where }: UnitOptions,
): Promise<FileToPlan> {
  const chosen = chosenColumns(file, columns, where);
  await file.unlock(chosen.read, signal);
  for (const rowGroup of file.metadata.rowGroups.keys()) {
    // Throws if the chunk is encrypted, is in another file, or contradicts the footer.
    for (const leaf of chosen.read) file.chunk({ rowGroup, column: leaf });
  }
  return { source, file, chosen, gap: file.source.gap ?? 2 ** 14, isSealed: file.encryption !== undefined };
}

/** Returns the units of work in a file (row groups or parts of them), in the order of its rows. */
export async function unitsOf(from: FileToPlan, options: UnitOptions): Promise<readonly Unit[]> {
  const { chosen, file } = from;
  const { signal, targetBytes, use, where = {} } = options;
  const groups = await plannedRows(from, { where, use, signal });
  const bytesOf = (rowGroup: number): number =>
    chosen.read.reduce((sum, leaf) => {
      const { start = 0, end } = file.chunk({ rowGroup, column: leaf });
      return sum + Math.max(0, end - start);
    }, 0);
  const isLarge = (rowGroup: number): boolean => bytesOf(rowGroup) > mostOverTarget * targetBytes;
  const indexed = groups.filter(({ rowGroup, rows, rowCount }) => !isAll(rows, rowCount) || isLarge(rowGroup));
  const pages = await pagesOfGroups(
    file,
    indexed.map(({ rowGroup }) => rowGroup),
    chosen.read,
    signal,
  );
  const pagesBy = new Map(indexed.map(({ rowGroup }, i) => [rowGroup, pages[i] as PagesOfGroup]));
  const units: Unit[] = [];
  for (const { rowGroup, rows, rowCount } of groups) {
    const known: PagesOfGroup = pagesBy.get(rowGroup) ?? new Map();
    const whole = await unitOf(from, rowGroup, rows, known);
    const cuts =
      whole.bytes > mostOverTarget * targetBytes
        ? cutsOf(known, chosen.read, rowCount, Math.round(whole.bytes / targetBytes))
        : [0, rowCount];
    if (cuts.length === 2) {
      units.push(whole);
      continue;
    }
    for (const [i, end] of cuts.slice(1).entries()) {
      const part = within(rows, cuts[i] as number, end);
      if (part.length > 0) units.push(await unitOf(from, rowGroup, part, known));
    }
  }
  return units;
}

/** Row groups larger than this multiple of the target size are divided into several units of work. */
const mostOverTarget = 1.5;

interface RowsOfGroup {
  readonly rowGroup: number;
  readonly rowCount: number;
  readonly rows: readonly (readonly [number, number])[];
}

async function plannedRows(
  { chosen, file }: FileToPlan,
  {
    where,
    use,
    signal,
  }: { readonly where: Where; readonly use: UseMetadata; readonly signal: AbortSignal | undefined },
): Promise<readonly RowsOfGroup[]> {
  const countOf = (rowGroup: number): number => file.metadata.rowGroups[rowGroup]?.numRows ?? 0;
  if (chosen.tested.size === 0 && Object.keys(where).length === 0) {
    return [...file.metadata.rowGroups.keys()].flatMap((rowGroup) => {
      const rowCount = countOf(rowGroup);
      return rowCount === 0 ? [] : [{ rowGroup, rowCount, rows: [[0, rowCount] as const] }];
    });
  }
  const plan = await planScan(file, {
    where,
    use,
    columns: [...chosen.read],
    ...(signal !== undefined && { signal }),
  });
  return plan.rowGroups.flatMap(({ rowGroup, rows }) =>
    rows.length === 0 ? [] : [{ rowGroup, rowCount: countOf(rowGroup), rows }],
  );
}

async function unitOf(from: FileToPlan, rowGroup: number, rows: Unit['rows'], pages: PagesOfGroup): Promise<Unit> {
  const { chosen, file, isSealed } = from;
  const rowCount = file.metadata.rowGroups[rowGroup]?.numRows ?? 0;
  const indexed = new Set<LeafNode>();
  const ranges: ByteRange[] = [];
  for (const leaf of chosen.read) {
    const { end, start } = file.chunk({ rowGroup, column: leaf });
    const index = offsetIndexRange(file, rowGroup, leaf);
    const known = isAll(rows, rowCount) ? undefined : pages.get(leaf);
    // A worker reads the footer of an encrypted file from the file itself. This footer lists all offset indexes, so the
    // worker reads them even if it does not need them.
    if (index !== undefined && (known !== undefined || isSealed)) ranges.push(index);
    if (known !== undefined && start !== undefined) {
      indexed.add(leaf);
      ranges.push(...pageRanges(start, rowCount, rows, known));
    } else if (start !== undefined) ranges.push({ offset: start, length: end - start });
  }
  const bytes = ranges.reduce((sum, { length }) => sum + length, 0);
  if (!Number.isSafeInteger(bytes))
    throw new ParquetError('CORRUPT', 'the chunk sizes total more than 2^53 bytes', { rowGroup });
  return { from, rowGroup, rowCount, rows, indexed, ranges, bytes };
}

/** Returns the byte ranges of the dictionary and of the pages that contain the given rows. */
function pageRanges(
  start: number,
  rowCount: number,
  rows: Unit['rows'],
  pages: readonly PageLocation[],
): readonly ByteRange[] {
  const ranges: ByteRange[] = [];
  const first = pages[0]?.offset ?? start;
  if (first > start) ranges.push({ offset: start, length: first - start });
  let next = 0;
  for (const [page, { compressedPageSize, firstRowIndex, offset }] of pages.entries()) {
    const end = pages[page + 1]?.firstRowIndex ?? rowCount;
    while (next < rows.length && (rows[next]?.[1] ?? 0) <= firstRowIndex) next++;
    if (next < rows.length && (rows[next]?.[0] ?? 0) < end) ranges.push({ offset, length: compressedPageSize });
  }
  return ranges;
}

function isAll(rows: Unit['rows'], rowCount: number): boolean {
  return rows.length === 1 && rows[0]?.[0] === 0 && rows[0][1] === rowCount;
}

/** Returns the parts of the ranges that lie in `[from, to)`. */
function within(rows: Unit['rows'], from: number, to: number): Unit['rows'] {
  return rows.flatMap(([start, end]) => {
    const first = Math.max(start, from);
    const last = Math.min(end, to);
    return first < last ? [[first, last] as const] : [];
  });
}
