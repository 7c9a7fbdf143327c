/**
 * Finds the rows of a row group that match, reading only the columns of the predicate.
 *
 *   candidates ── conjunct 1 ──> fewer ── conjunct 2 ──> fewer ...     each conjunct reads its columns only for the remaining rows
 *
 * A conjunct is one of the tests that must all pass. The columns of the first conjunct are read batch by batch. The
 * other conjuncts test the remaining rows of a batch before the next batch is read, so `limit` can end the scan
 * early. All sets of rows are bitmaps. When a column is read, pages that contain no remaining row are skipped. If most
 * pages are needed anyway, a conjunct may test all rows of a batch, because that is faster.
 */
import { countBits } from '@marquetry/bit-io';
import { type ColumnPiece, gatheredBytesInSteps } from '@marquetry/column';
import { EncodingId, isTurnDue, PhysicalType, runStepsInTurns, yieldToEventLoop } from '@marquetry/core';
import type { ReadShare, TypedColumn } from '@marquetry/file';
import { type RowBits, rowsOfBits } from '@marquetry/file/row-bits';
import type { LeafNode } from '@marquetry/schema';
import { intersect } from '../evaluate/bits.js';
import { evaluateInSteps } from '../evaluate/evaluate.js';
import { rowsIn } from '../plan/ranges.js';
import { BlockColumns } from './block-columns.js';
import { leavesOfFunctions } from './column-forms.js';
import type { Conjunct } from './conjuncts.js';
import type { GroupScan, LeftRows } from './group-scan.js';
import { bytesOfColumns, type ColumnsOfRows, cutColumns, type KeptBatch, keptShare } from './kept-columns.js';
import {
  allWithin,
  bitsOfRanges,
  joinedRows,
  narrowedRows,
  placesOf,
  rowCountOf,
  rowsBetween,
  rowsWithin,
  trimmedRows,
  windowsOf,
} from './row-bits.js';
import { mayVisit, testedPages } from './tested-pages.js';

/** Rows that matched the predicate. */
export interface PassedRows {
  readonly rows: RowBits;
  /** Number of rows that matched. */
  readonly rowCount: number;
  /** The output columns that were already read for the predicate, with only the rows that matched. */
  readonly columns: ColumnsOfRows;
  /** Memory that unfinished reads hold while the caller uses the rows that matched. */
  readonly held: readonly ReadShare[];
}

/** Yields sets of matching rows, in ascending order. */
export async function* passingRows(scan: GroupScan): AsyncGenerator<PassedRows, void, undefined> {
  const { beside, candidates, conjuncts, output, signal } = scan;
  for (const window of windowsOf(candidates, windowRows)) {
    const rows = bitsOfRanges(window);
    const all: LeftRows = { rows, rowCount: rowsIn(window), kept: [], columns: new Map(), held: beside };
    for await (const { rows, rowCount, kept, columns: there, held } of narrowedBy(scan, conjuncts, all)) {
      if (rowCount === 0) continue;
      const columns = new Map([...(await cutColumns(kept, rows, output, signal)), ...there]);
      yield { rows, rowCount, columns, held: [...held, { heldBytes: bytesOfColumns(columns.values()) }] };
    }
  }
}

/**
 * Maximum number of rows per bitmap, so that a bitmap takes at most 8 MiB. Real row groups have fewer rows, but a
 * forged footer may claim any number.
 */
const windowRows = 2 ** 26;

/**
 * Yields the rows of `before` that satisfy all `conjuncts`. Each batch of the first conjunct is tested by the other
 * conjuncts before the next batch is read.
 */
async function* narrowedBy(
  scan: GroupScan,
  conjuncts: readonly Conjunct[],
  before: LeftRows,
): AsyncGenerator<LeftRows, void, undefined> {
  const [next, ...others] = conjuncts;
  if (next === undefined || before.rowCount === 0) {
    yield before;
    return;
  }
  const isLast = others.length === 0;
  for await (const left of testedBatches(scan, next, before, isLast)) yield* narrowedBy(scan, others, left);
}

/**
 * Reads the columns of one conjunct for the remaining rows, tests these rows, and yields those that satisfy the
 * conjunct.
 */
async function* testedBatches(
  scan: GroupScan,
  conjunct: Conjunct,
  before: LeftRows,
  isLast: boolean,
): AsyncGenerator<LeftRows, void, undefined> {
  const { file, rowGroup, forms, batchRows, memory, signal } = scan;
  if (conjunct.leaves.length === 0) {
    yield await tested(scan, conjunct, before, {
      columns: [],
      kept: [],
      rows: before.rows,
      rowCount: before.rowCount,
      isTaken: false,
    });
    return;
  }
  const share: ReadShare = { heldBytes: 0 };
  const after: LeftRows = { ...before, held: [...before.held, share] };
  const { first, count } = before.rows;
  // True if every row from the first to the last is read, because every row remains or because that is faster.
  const isAll = before.rowCount === count;
  const isWhole = isAll || isQuickerWhole(scan, conjunct, before);
  if (isWhole && mayVisit(scan, conjunct, isLast)) {
    yield* testedPages(scan, conjunct, before);
    return;
  }
  const rows = isWhole && !isAll ? allWithin(before.rows) : before.rows;
  // Test blocks of rows while their values are in the processor's caches, unless the kept columns do not allow rows to
  // be selected block by block. The results of all blocks are yielded together.
  const wanted = conjunct.leaves.filter((leaf) => scan.kept.has(leaf));
  const isJoined =
    batchRows > blockRows && (wanted.length === 0 || (isLast && wanted.every((leaf) => leaf.maxRepetitionLevel === 0)));
  const batches = file.leafBatches({
    ...{ rowGroups: [rowGroup], rows: isWhole ? [[first, first + count]] : rowsOfBits(rows), columns: conjunct.leaves },
    ...{ ...forms, batchRows: isJoined ? blockRows : batchRows, share, beside: before.held, memory },
    ...(signal !== undefined && { signal }),
  });
  const parts: LeftRows[] = [];
  let row = first;
  let testedRows = 0;
  let testedBytes = 0;
  const blocks = (): BlockColumns =>
    new BlockColumns(wanted, Math.min(batchRows, first + count - row), scan.output, signal);
  let cut = blocks();
  for await (const columns of batches) {
    const rowCount = columns[0]?.rowCount ?? 0;
    const read = isWhole ? rowsBetween(rows, row, row + rowCount) : rowsWithin(rows, row, rowCount);
    const kept = isJoined ? [] : await keptColumns(scan, columns);
    const batch: KeptBatch = { columns, kept, rows: read, rowCount, isTaken: false };
    const left = await tested(scan, conjunct, after, batch);
    if (isJoined) {
      parts.push(left);
      await runStepsInTurns(cut.append(columns, placesOf(left.rows, read, rowCount), left.rowCount), signal);
    } else yield left;
    testedRows += rowCount;
    testedBytes += bytesOfColumns(columns);
    if (!batch.isTaken) memory.recycle(columns);
    row = read.first + read.count;
    if (testedRows >= batchRows || testedBytes >= mostJoined * file.limits.memoryBytes) {
      if (isJoined) yield joined(parts.splice(0), after, await cut.finish());
      cut = blocks();
      testedRows = 0;
      testedBytes = 0;
    }
    while (isTurnDue()) await yieldToEventLoop(signal);
  }
  if (parts.length > 0) yield joined(parts, after, await cut.finish());
}

/**
 * Number of rows per block, if the rows that pass are copied before the next block is read. A block of 64-bit integers
 * takes 512 KiB.
 */
const blockRows = 2 ** 16;

/**
 * Blocks are joined into a batch until they take this fraction of `limits.memoryBytes`, so that large values do not
 * delay the batch for too long.
 */
const mostJoined = 1 / 2;

/** Joins the remaining rows of consecutive blocks. */
function joined(parts: readonly LeftRows[], after: LeftRows, columns: ColumnsOfRows): LeftRows {
  const found = parts.filter(({ rowCount }) => rowCount > 0).map(({ rows }) => rows);
  const rowCount = parts.reduce((sum, part) => sum + part.rowCount, 0);
  return { ...after, rows: joinedRows(found), rowCount, columns };
}

/** If at least this fraction of a batch's rows remains, reading the whole batch is faster than selecting those rows. */
const mostlyLeft = 1 / 16;

/**
 * Returns true if it is faster to test all rows of a batch than to select the remaining ones. This is the case if the
 * columns have fixed-width values or a dictionary and enough rows remain. The caller's functions always get only the
 * remaining rows.
 */
function isQuickerWhole({ file, rowGroup }: GroupScan, { predicate, leaves }: Conjunct, before: LeftRows): boolean {
  if (before.rowCount < mostlyLeft * before.rows.count || leavesOfFunctions(predicate).size > 0) return false;
  return leaves.every((leaf) => {
    if (leaf.maxRepetitionLevel > 0) return false;
    if (leaf.type !== PhysicalType.BYTE_ARRAY && leaf.type !== PhysicalType.FIXED_LEN_BYTE_ARRAY) return true;
    const { encodings } = file.chunk({ rowGroup, column: leaf }).metaData;
    return encodings.includes(EncodingId.RLE_DICTIONARY) || encodings.includes(EncodingId.PLAIN_DICTIONARY);
  });
}

/**
 * Returns the columns of a batch that the output needs. Returns an empty array if they take too much memory now, or
 * would do so with their dictionaries decoded.
 */
async function keptColumns(
  { file, kept, output, signal }: GroupScan,
  columns: readonly TypedColumn[],
): Promise<readonly TypedColumn[]> {
  const wanted = columns.filter(({ leaf }) => kept.has(leaf));
  let byteLength = bytesOfColumns(wanted);
  for (const { leaf, values } of wanted) {
    if (values.layout !== 'dictionary' || !output.decodesDictionary(leaf)) continue;
    const steps = gatheredBytesInSteps(values.dictionary, values.indices, values.length);
    byteLength += await runStepsInTurns(steps, signal);
  }
  return byteLength <= keptShare * file.limits.memoryBytes ? wanted : [];
}

/** Tests a batch of columns, and returns the rows that remain. */
async function tested(
  { file, signal }: GroupScan,
  conjunct: Conjunct,
  before: LeftRows,
  batch: KeptBatch,
): Promise<LeftRows> {
  const { kernels } = file;
  const { rowCount } = batch;
  const pieces = new Map(batch.columns.map((column) => [column.leaf, column]));
  // A batch contains all columns that this conjunct tests.
  const columnOf = (leaf: LeafNode): ColumnPiece => pieces.get(leaf) as ColumnPiece;
  const bits = await runStepsInTurns(evaluateInSteps(conjunct.predicate, { rowCount, columnOf, kernels }), signal);
  const passed = countBits(bits, 0, rowCount);
  conjunct.tested += rowCount;
  conjunct.passed += passed;
  const { columns, held } = before;
  const kept = [...before.kept, batch];
  if (passed === 0) {
    return { rows: { bits: bits.subarray(0, 0), first: batch.rows.first, count: 0 }, rowCount: 0, kept, columns, held };
  }
  const rows = await runStepsInTurns(narrowedRows(batch.rows, rowCount, bits), signal);
  // If all rows of a batch were tested, some of them may have failed an earlier conjunct.
  const isMore = rowCount === rows.count && before.rowCount < before.rows.count;
  if (isMore) intersect(rows.bits, rowsBetween(before.rows, rows.first, rows.first + rows.count).bits);
  return {
    rows: trimmedRows(rows),
    rowCount: isMore ? rowCountOf(rows) : passed,
    kept,
    columns,
    held,
  };
}
