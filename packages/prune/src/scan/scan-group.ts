/**
 * Which rows of a row group pass, by reading the columns of the predicate and nothing else.
 *
 *   candidates ── conjunct 1 ──> fewer ── conjunct 2 ──> fewer ...     each reads its columns in the rows that are left
 *
 * The first conjunct is read batch by batch; the others see what a batch left. So a limit ends the reading early.
 */
import { type ColumnPiece, concat, selectRows } from '@marquetry/column';
import type { ParquetFile, TypedColumn } from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';
import { evaluate } from '../evaluate/evaluate.js';
import { type Ranges, rowsIn } from '../plan/ranges.js';
import { leavesIn } from '../predicate/predicate.js';
import type { ColumnForms } from './column-forms.js';
import type { Conjunct } from './conjuncts.js';
import { narrowed, sliceOfRanges } from './selection.js';

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
  /** Rows of a batch of the first conjunct at most. */
  readonly batchRows: number | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Columns of the same rows. */
export type KeptColumns = ReadonlyMap<LeafNode, ColumnPiece>;

/** Rows that passed. */
export interface PassedRows {
  readonly rows: Ranges;
  /** Those of the wanted columns that the predicate reads: these rows of them. */
  readonly columns: KeptColumns;
}

/** What passes, batch by batch, in the order of the rows. */
export async function* passingRows(scan: GroupScan): AsyncGenerator<PassedRows, void, undefined> {
  const { conjuncts, candidates, batchRows } = scan;
  const [first, ...others] = conjuncts;
  if (first === undefined) {
    yield { rows: candidates, columns: new Map() };
    return;
  }
  for await (const found of testedBatches(scan, first, candidates, batchRows)) {
    let passed = found;
    for (const conjunct of others) {
      if (passed.rows.length === 0) break;
      passed = await narrowedBy(scan, conjunct, passed);
    }
    yield passed;
  }
}

/** What also passes another conjunct. */
async function narrowedBy(scan: GroupScan, conjunct: Conjunct, before: PassedRows): Promise<PassedRows> {
  const batches: PassedRows[] = [];
  for await (const batch of testedBatches(scan, conjunct, before.rows, undefined)) batches.push(batch);
  const rows = batches.flatMap((batch) => batch.rows);
  const columns = new Map<LeafNode, ColumnPiece>();
  const places = placesOf(rows, before.rows);
  for (const [leaf, piece] of before.columns) columns.set(leaf, selectRows(piece, places, leaf, scan.file));
  for (const leaf of batches[0]?.columns.keys() ?? []) {
    const pieces = batches.map((batch) => batch.columns.get(leaf)).filter((piece) => piece !== undefined);
    columns.set(leaf, concat(pieces, leaf, scan.file));
  }
  return { rows, columns };
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

/** Reads the columns of one conjunct in these rows, and tests them. */
async function* testedBatches(
  { file, rowGroup, forms, kept, signal }: GroupScan,
  conjunct: Conjunct,
  rows: Ranges,
  batchRows: number | undefined,
): AsyncGenerator<PassedRows, void, undefined> {
  const { predicate } = conjunct;
  const leaves = leavesIn(predicate);
  const { kernels } = file;
  let row = 0;
  const test = (rowCount: number, columns: readonly TypedColumn[]): PassedRows => {
    const pieces = new Map(columns.map((column) => [column.leaf, column]));
    // The columns of a predicate are read with it.
    const columnOf = (leaf: LeafNode): ColumnPiece => pieces.get(leaf) as ColumnPiece;
    const bits = evaluate(predicate, { rowCount, columnOf, kernels });
    const passed = narrowed([[0, rowCount]], bits);
    conjunct.tested += rowCount;
    conjunct.passed += rowsIn(passed);
    const selection = narrowed(sliceOfRanges(rows, row, row + rowCount), bits);
    row += rowCount;
    const wanted = columns.filter(({ leaf }) => kept.has(leaf));
    return {
      rows: selection,
      columns: new Map(wanted.map((column) => [column.leaf, selectRows(column, passed, column.leaf, file)])),
    };
  };
  if (leaves.length === 0) {
    yield test(rowsIn(rows), []);
    return;
  }
  const batches = file.batches({
    rowGroups: [rowGroup],
    rows,
    columns: leaves,
    spaced: forms.spaced,
    flat: forms.flat,
    ...(batchRows !== undefined && { batchRows }),
    ...(signal !== undefined && { signal }),
  });
  for await (const columns of batches) yield test(columns[0]?.rowCount ?? 0, columns);
}
