/**
 * Finds the rows of a row group that pass, reading only the columns of the predicate.
 *
 *   candidates ── conjunct 1 ──> fewer ── conjunct 2 ──> fewer ...     each reads its columns in the remaining rows
 *
 * The first conjunct is read batch by batch, and the other conjuncts test what remains of each batch, so a limit can end the scan early.
 * Sets of rows are bits throughout. A read of a column takes them, and skips pages without such a row. If most pages are needed
 * anyway, a conjunct may test all rows of a batch, because that is faster.
 */
import { countBits } from '@marquetry/bit-io';
import { type ColumnPiece, gatheredBytesInSteps } from '@marquetry/column';
import { EncodingId, isTurnDue, PhysicalType, runStepsInTurns, yieldToEventLoop } from '@marquetry/core';
import type { BatchMemory, ParquetFile, ReadShare, TypedColumn } from '@marquetry/file';
import { type RowBits, rowsOfBits } from '@marquetry/file/row-bits';
import type { LeafNode } from '@marquetry/schema';
import { intersect } from '../evaluate/bits.js';
import { evaluateInSteps } from '../evaluate/evaluate.js';
import { type Ranges, rowsIn } from '../plan/ranges.js';
import { BlockColumns } from './block-columns.js';
import { type ColumnForms, leavesOfFunctions } from './column-forms.js';
import type { Conjunct } from './conjuncts.js';
import {
  bytesOfColumns,
  type ColumnsOfRows,
  cutColumns,
  type KeptBatch,
  keptShare,
  type OutputForm,
} from './kept-columns.js';
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

export interface GroupScan {
  readonly file: ParquetFile;
  readonly rowGroup: number;
  /** Rows that may pass. */
  readonly candidates: Ranges;
  /** The conjuncts, in the order to test them. */
  readonly conjuncts: readonly Conjunct[];
  /** The forms in which columns are read. */
  readonly forms: ColumnForms;
  /** Columns of the predicate that are in the output too. */
  readonly kept: ReadonlySet<LeafNode>;
  /** The most rows of a batch. */
  readonly batchRows: number;
  /** Other memory that the scan holds. */
  readonly beside: readonly ReadShare[];
  /** The memory that columns of the predicate are read into. */
  readonly memory: BatchMemory;
  readonly output: OutputForm;
  readonly signal: AbortSignal | undefined;
}

/** Rows that passed. */
export interface PassedRows {
  readonly rows: RowBits;
  /** Number of these rows. */
  readonly rowCount: number;
  /** These rows of the output columns that the predicate has read. */
  readonly columns: ColumnsOfRows;
  /** Memory of unfinished reads, held while these rows are in use. */
  readonly held: readonly ReadShare[];
}

/** The remaining rows, and the columns that were kept. */
interface LeftRows {
  readonly rows: RowBits;
  readonly rowCount: number;
  readonly kept: readonly KeptBatch[];
  /** Columns that are already cut to these rows. */
  readonly columns: ColumnsOfRows;
  readonly held: readonly ReadShare[];
}

/** Yields the rows that pass, in portions and in order. */
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

/** The most rows per bitmap, 8 MiB of bits. Honest row groups are smaller; a forged one may claim any number, as rows can take no bytes. */
const windowRows = 2 ** 26;

/** Yields the rows that also pass `conjuncts`. While one conjunct is still being read, the next ones test what it has yielded. */
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

/** Reads the columns of one conjunct in the remaining rows, and tests these rows. */
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
  // True if all rows from the first to the last are read: because all remain, or because that is faster.
  const isAll = before.rowCount === count;
  const isWhole = isAll || isQuickerWhole(scan, conjunct, before);
  const rows = isWhole && !isAll ? allWithin(before.rows) : before.rows;
  // Blocks are tested while their values are in the processor's caches, unless kept columns cannot be cut block by block. The bits of
  // all blocks are yielded together.
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
      await cut.append(columns, placesOf(left.rows, read, rowCount), left.rowCount);
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

/** Rows per block if values are not kept as they were read: 512 KiB of 64-bit integers. */
const blockRows = 2 ** 16;

/** Blocks are joined up to this part of `limits.memoryBytes`, so that a caller does not wait too long for large values. */
const mostJoined = 1 / 2;

/** Joins consecutive parts. */
function joined(parts: readonly LeftRows[], after: LeftRows, columns: ColumnsOfRows): LeftRows {
  const found = parts.filter(({ rowCount }) => rowCount > 0).map(({ rows }) => rows);
  const rowCount = parts.reduce((sum, part) => sum + part.rowCount, 0);
  return { ...after, rows: joinedRows(found), rowCount, columns };
}

/** If at least this share of a batch remains, reading all its rows is faster than selecting the remaining ones. */
const mostlyLeft = 1 / 16;

/**
 * Returns true if it is faster to test all rows of a batch than to select the remaining ones. That holds for fixed-width values and
 * dictionary indices, whose pages are opened anyway. The caller's functions only get the remaining rows.
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

/** Returns the output columns of a batch; none if they take too much memory, either as read or decoded from their dictionaries. */
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
  // A batch has all columns of its conjunct.
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
  // A batch of all rows may contain rows that did not remain.
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
