/**
 * Which rows of a row group pass, by reading the columns of the predicate and nothing else.
 *
 *   candidates ── conjunct 1 ──> fewer ── conjunct 2 ──> fewer ...     each reads its columns in the rows that are left
 *
 * The first conjunct is read batch by batch; the others see what a batch left. So a limit ends the reading early. Where what a batch
 * left is scattered over all of its rows, the others are read in these rows, too: going from row to row costs more than what lies
 * between them.
 */
import { type ColumnPiece, selectRowsInSteps } from '@marquetry/column';
import { isTurnDue, runStepsInTurns, yieldToEventLoop } from '@marquetry/core';
import type { ParquetFile, ReadBatchesOptions, ReadShare, TypedColumn } from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';
import { evaluateInSteps } from '../evaluate/evaluate.js';
import { type Ranges, rowsIn } from '../plan/ranges.js';
import { leavesIn } from '../predicate/predicate.js';
import { type ColumnForms, leavesOfFunctions } from './column-forms.js';
import type { Conjunct } from './conjuncts.js';
import { bytesOfKept, keptShare } from './kept-bytes.js';
import { bitsSet, firstRuns, keepBits, narrowed, runsSet, sliceOfRanges } from './selection.js';

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
  readonly signal: AbortSignal | undefined;
}

/** Columns of the same rows. */
type KeptColumns = ReadonlyMap<LeafNode, ColumnPiece>;

/** Rows that passed. */
export interface PassedRows {
  readonly rows: Ranges;
  /** Those of the wanted columns that the predicate reads: these rows of them. */
  readonly columns: KeptColumns;
  /** What is held while these rows are used, by reads that have not ended. */
  readonly held: readonly ReadShare[];
}

/** What passes, portion by portion, in the order of the rows. */
export function passingRows(scan: GroupScan): AsyncGenerator<PassedRows, void, undefined> {
  const { beside, candidates, conjuncts } = scan;
  return narrowedBy(scan, conjuncts, { rows: candidates, columns: new Map(), held: beside });
}

/** What also passes more conjuncts: the read of each goes on while those after it read what it left. */
async function* narrowedBy(
  scan: GroupScan,
  conjuncts: readonly Conjunct[],
  before: PassedRows,
): AsyncGenerator<PassedRows, void, undefined> {
  const [next, ...others] = conjuncts;
  if (next === undefined || before.rows.length === 0) {
    yield before;
    return;
  }
  for await (const { rows, columns: found, held, isDone } of testedBatches(scan, next, others, before)) {
    const columns = new Map(found);
    const places = before.columns.size === 0 ? [] : placesOf(rows, before.rows);
    for (const [leaf, piece] of before.columns) {
      columns.set(leaf, await runStepsInTurns(selectRowsInSteps(piece, places, leaf, scan.file), scan.signal));
    }
    yield* narrowedBy(scan, isDone ? [] : others, {
      rows,
      columns,
      held: [...held, { heldBytes: bytesOfKept(columns) }],
    });
  }
}

/** What whole columns hold. */
function shareOf(columns: readonly TypedColumn[]): ReadShare {
  return { heldBytes: bytesOfKept(new Map(columns.map((column) => [column.leaf, column]))) };
}

/** Where rows are among those of a selection that has all of them. */
function placesOf(rows: Ranges, selection: Ranges): Ranges {
  const places: (readonly [number, number])[] = [];
  let passed = 0;
  let i = 0;
  for (const [from, to] of rows) {
    for (let at = from; at < to; ) {
      let [start, end] = selection[i] as readonly [number, number];
      while (end <= at) {
        passed += end - start;
        [start, end] = selection[++i] as readonly [number, number];
      }
      const last = Math.min(end, to);
      places.push([passed + at - start, passed + last - start]);
      at = last;
    }
  }
  return places;
}

/** Rows that passed a conjunct. `isDone`: and all others. */
interface TestedRows extends PassedRows {
  readonly isDone: boolean;
}

/** True for tests of columns that may see more rows than they must: functions of the caller are called as rarely as can be. */
function isPlain({ predicate, leaves }: Conjunct): boolean {
  return leaves.length > 0 && leavesOfFunctions(predicate).size === 0;
}

/** Reads columns of a predicate in rows of the row group. */
function columnsIn(
  { file, rowGroup, forms, signal }: GroupScan,
  rows: Ranges,
  columns: readonly LeafNode[],
  read: Required<Pick<ReadBatchesOptions, 'batchRows' | 'share' | 'beside'>>,
): ReturnType<ParquetFile['batches']> {
  const { spaced, flat } = forms;
  return file.batches({
    ...{ rowGroups: [rowGroup], rows, columns, spaced, flat, ...read },
    ...(signal !== undefined && { signal }),
  });
}

/** True if rows that passed lie in all parts of a batch, so that what comes after must open all pages anyway. */
function isScattered(bits: Uint8Array, rowCount: number): boolean {
  return runsSet(bits, rowCount) > rowCount * scatteredRuns;
}

/** Runs to a row from which on passing over the rows between them takes longer than reading them. */
const scatteredRuns = 1 / 64;

/**
 * Tests more conjuncts in rows, and clears the bits of those that fail. Gives the columns that it read at once: those that came in
 * several batches are read again where they are wanted.
 */
async function alsoTested(
  scan: GroupScan,
  conjuncts: readonly Conjunct[],
  rows: Ranges,
  bits: Uint8Array,
  beside: readonly ReadShare[],
): Promise<TypedColumn[]> {
  const { signal } = scan;
  const { kernels } = scan.file;
  const rowCount = rowsIn(rows);
  const columns: TypedColumn[] = [];
  for (const conjunct of conjuncts) {
    const { predicate, leaves } = conjunct;
    const batches = columnsIn(scan, rows, leaves, {
      batchRows: rowCount,
      share: { heldBytes: 0 },
      beside: [...beside, shareOf(columns)],
    });
    conjunct.tested += rowCount;
    let row = 0;
    for await (const read of batches) {
      const pieces = new Map(read.map((column) => [column.leaf, column]));
      const columnOf = (leaf: LeafNode): ColumnPiece => pieces.get(leaf) as ColumnPiece;
      const count = read[0]?.rowCount ?? 0;
      const also = await runStepsInTurns(evaluateInSteps(predicate, { rowCount: count, columnOf, kernels }), signal);
      conjunct.passed += bitsSet(also, count);
      keepBits(bits, row, also, count);
      if (count === rowCount) columns.push(...read);
      row += count;
    }
  }
  return columns;
}

/** Runs of rows that pass together, at least. Each portion of them is a read of the columns that come after. */
const leastRuns = 2 ** 14;
/** Bytes that a run takes, in all the lists that it is in. */
const runBytes = 2 ** 10;

/** Reads the columns of one conjunct in these rows, and tests them. What passes comes in portions of few runs. */
async function* testedBatches(
  scan: GroupScan,
  conjunct: Conjunct,
  others: readonly Conjunct[],
  { rows, held: beside }: PassedRows,
): AsyncGenerator<TestedRows, void, undefined> {
  const { file, kept, batchRows, signal } = scan;
  const { predicate } = conjunct;
  const leaves = leavesIn(predicate);
  const { kernels, limits } = file;
  const mostRuns = Math.max(leastRuns, Math.floor(limits.memoryBytes / runBytes));
  const share: ReadShare = { heldBytes: 0 };
  const held = [...beside, share];
  let row = 0;
  const test = async function* (rowCount: number, columns: readonly TypedColumn[]): AsyncGenerator<TestedRows> {
    const pieces = new Map(columns.map((column) => [column.leaf, column]));
    // The columns of a predicate are read with it.
    const columnOf = (leaf: LeafNode): ColumnPiece => pieces.get(leaf) as ColumnPiece;
    const bits = await runStepsInTurns(evaluateInSteps(predicate, { rowCount, columnOf, kernels }), signal);
    const isDone = others.every(isPlain) && isScattered(bits, rowCount);
    conjunct.tested += rowCount;
    conjunct.passed += bitsSet(bits, rowCount);
    const whole = isDone ? await alsoTested(scan, others, sliceOfRanges(rows, row, row + rowCount), bits, held) : [];
    const beyond = whole.length === 0 ? held : [...held, shareOf(whole)];
    const wanted = [...columns, ...whole].filter(({ leaf }) => kept.has(leaf));
    const wantedBytes = bytesOfKept(new Map(wanted.map((column) => [column.leaf, column])));
    const keeps = wantedBytes <= keptShare * limits.memoryBytes;
    for (let from = 0; from < rowCount; ) {
      const { runs, end } = firstRuns(bits, from, rowCount, mostRuns);
      const found = new Map<LeafNode, ColumnPiece>();
      for (const column of keeps ? wanted : []) {
        const { leaf } = column;
        found.set(leaf, await runStepsInTurns(selectRowsInSteps(column, runs, leaf, file), signal));
      }
      yield {
        rows: narrowed(sliceOfRanges(rows, row + from, row + end), bits, from),
        columns: found,
        held: beyond,
        isDone,
      };
      from = end;
      while (isTurnDue()) await yieldToEventLoop(signal);
    }
    row += rowCount;
  };
  if (leaves.length === 0) {
    yield* test(rowsIn(rows), []);
    return;
  }
  const batches = columnsIn(scan, rows, leaves, { batchRows, share, beside });
  for await (const columns of batches) yield* test(columns[0]?.rowCount ?? 0, columns);
}
