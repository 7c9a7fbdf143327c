/**
 * Which rows of a row group pass, by reading the columns of the predicate and nothing else.
 *
 *   candidates ── conjunct 1 ──> fewer ── conjunct 2 ──> fewer ...     each reads its columns in the rows that are left
 *
 * The first conjunct is read batch by batch; the others see what a batch left. So a limit ends the reading early. Rows are bits
 * all the way: a column is read by them, and the file decides per page whether to open it. Where most pages are opened anyway, a
 * test may see rows that are not left.
 */
import { countBits } from '@marquetry/bit-io';
import { type ColumnPiece, gatheredBytesInSteps } from '@marquetry/column';
import { EncodingId, isTurnDue, PhysicalType, runStepsInTurns, yieldToEventLoop } from '@marquetry/core';
import type { BatchMemory, ParquetFile, ReadShare, TypedColumn } from '@marquetry/file';
import { type RowBits, rowsOfBits } from '@marquetry/file/row-bits';
import type { LeafNode } from '@marquetry/schema';
import { intersect } from '../evaluate/bits.js';
import { evaluateInSteps } from '../evaluate/evaluate.js';
import type { Ranges } from '../plan/ranges.js';
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
  /** In the order to test them. */
  readonly conjuncts: readonly Conjunct[];
  /** In which form columns are read. */
  readonly forms: ColumnForms;
  /** Columns of the predicate whose rows are wanted, too. */
  readonly kept: ReadonlySet<LeafNode>;
  /** Rows of a batch at most. */
  readonly batchRows: number;
  /** What the scan holds besides. */
  readonly beside: readonly ReadShare[];
  /** What columns of the predicate are read into. */
  readonly memory: BatchMemory;
  readonly output: OutputForm;
  readonly signal: AbortSignal | undefined;
}

/** Rows that passed. */
export interface PassedRows {
  readonly rows: RowBits;
  /** How many they are. */
  readonly rowCount: number;
  /** Those of the wanted columns that the predicate reads: these rows of them. */
  readonly columns: ColumnsOfRows;
  /** What is held while these rows are used, by reads that have not ended. */
  readonly held: readonly ReadShare[];
}

/** Rows that are left, and what was kept of them. */
interface LeftRows {
  readonly rows: RowBits;
  readonly rowCount: number;
  readonly kept: readonly KeptBatch[];
  /** Columns that have these rows already. */
  readonly columns: ColumnsOfRows;
  readonly held: readonly ReadShare[];
}

/** What passes, portion by portion, in the order of the rows. */
export async function* passingRows(scan: GroupScan): AsyncGenerator<PassedRows, void, undefined> {
  const { beside, candidates, conjuncts, output, signal } = scan;
  for (const window of windowsOf(candidates, windowRows)) {
    const rows = bitsOfRanges(window);
    const all: LeftRows = { rows, rowCount: rowCountOf(rows), kept: [], columns: new Map(), held: beside };
    for await (const { rows, rowCount, kept, columns: there, held } of narrowedBy(scan, conjuncts, all)) {
      if (rowCount === 0) continue;
      const columns = new Map([...(await cutColumns(kept, rows, output, signal)), ...there]);
      yield { rows, rowCount, columns, held: [...held, { heldBytes: bytesOfColumns(columns.values()) }] };
    }
  }
}

/** Rows that bits are made of at a time, 8 MiB of them: more than honest row groups have, as a row may take no bytes. */
const windowRows = 2 ** 26;

/** What also passes more conjuncts: the read of each goes on while those after it read what it left. */
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

/** Reads the columns of one conjunct in the rows that are left, and tests them. */
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
  // All rows from the first to the last, which are more than were left if they are read because that is faster.
  const isAll = before.rowCount === count;
  const isWhole = isAll || isQuickerWhole(scan, conjunct, before);
  const rows = isWhole && !isAll ? allWithin(before.rows) : before.rows;
  // Columns are evaluated while their values are in the caches, unless those that are kept cannot be cut then. The bits of all their
  // rows are yielded.
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

/** Rows that are tested at a time where their values are not kept as they were read: 512 KiB of integers of 64 bits. */
const blockRows = 2 ** 16;

/** Blocks are joined until they were so many times `limits.memoryBytes`: a caller should not wait longer where each value is large. */
const mostJoined = 1 / 2;

/** Rows that follow each other. */
function joined(parts: readonly LeftRows[], after: LeftRows, columns: ColumnsOfRows): LeftRows {
  const found = parts.filter(({ rowCount }) => rowCount > 0).map(({ rows }) => rows);
  const rowCount = parts.reduce((sum, part) => sum + part.rowCount, 0);
  return { ...after, rows: joinedRows(found), rowCount, columns };
}

/** The part of the rows of a batch from which on, if so many are left, reading all of them is faster than picking those. */
const mostlyLeft = 1 / 16;

/**
 * True where a test had better see rows that are not left: reading fixed-width values and indices of pages that are opened anyway is
 * faster than picking some of them. The caller's functions are called for no more rows than they must.
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

/** Columns of a batch that are wanted; none if they take too much, also when those that are to be values are gathered. */
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

/** What a batch of columns leaves of the rows that were left before it. */
async function tested(
  { file, signal }: GroupScan,
  conjunct: Conjunct,
  before: LeftRows,
  batch: KeptBatch,
): Promise<LeftRows> {
  const { kernels } = file;
  const { rowCount } = batch;
  const pieces = new Map(batch.columns.map((column) => [column.leaf, column]));
  // The columns of a predicate are read with it.
  const columnOf = (leaf: LeafNode): ColumnPiece => pieces.get(leaf) as ColumnPiece;
  const bits = await runStepsInTurns(evaluateInSteps(conjunct.predicate, { rowCount, columnOf, kernels }), signal);
  const passed = countBits(bits, 0, rowCount);
  conjunct.tested += rowCount;
  conjunct.passed += passed;
  const rows = await runStepsInTurns(narrowedRows(batch.rows, rowCount, bits), signal);
  // A batch of all rows may have more than were left.
  const isMore = rowCount === rows.count && before.rowCount < before.rows.count;
  if (isMore) intersect(rows.bits, rowsBetween(before.rows, rows.first, rows.first + rows.count).bits);
  return {
    rows: trimmedRows(rows),
    rowCount: isMore ? rowCountOf(rows) : passed,
    kept: [...before.kept, batch],
    columns: before.columns,
    held: before.held,
  };
}
