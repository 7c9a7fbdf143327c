/**
 * Batches of the rows that pass a predicate.
 *
 *   plan ──> row group ── columns of the predicate ──> rows that pass ── other columns, these rows only ──> batches
 */
import { type ColumnPiece, selectRows } from '@marquetry/column';
import { isTurnDue, yieldToEventLoop } from '@marquetry/core';
import {
  type FilteredRead,
  leavesOf,
  type ParquetFile,
  plannedSource,
  type ReadBatchesOptions,
  type RowFilter,
  requireBatchRows,
  type TypedColumn,
} from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';
import { createMetadataSource } from '../plan/metadata-source.js';
import { createPlanner, type PlannedGroup } from '../plan/planner.js';
import { type Ranges, rowsIn } from '../plan/ranges.js';
import { bindWhere } from '../predicate/bind.js';
import { combine, leavesIn, type Predicate } from '../predicate/predicate.js';
import { askedRows } from './asked-rows.js';
import { checkedPlanner } from './checked-planner.js';
import { filterForms, leavesOfFunctions, outputForms } from './column-forms.js';
import { conjunctsOf, ordered } from './conjuncts.js';
import { createPageReader } from './page-reader.js';
import { type KeptColumns, type PassedRows, passingRows } from './scan-group.js';
import { sliceOfRanges } from './selection.js';

/** Rows that are tested at a time where a limit may end the scan. */
const limitedRows = 2 ** 15;

/** Batches of rows that pass `where`. @throws ParquetError as `ParquetFile.batches`; INVALID_ARGUMENT for the predicate. */
export async function* scanBatches(
  file: ParquetFile,
  options: FilteredRead,
): AsyncGenerator<readonly TypedColumn[], void, undefined> {
  const output = leavesOf(file.schema, options.columns);
  // As without a predicate: batches of no columns are none.
  if (output.length === 0) return;
  const { batchRows = Number.POSITIVE_INFINITY } = options;
  requireBatchRows(batchRows);
  for await (const { group, over, passed, forms } of passedRows(file, output, options)) {
    const { rows, columns } = passed;
    const rest = output.filter((leaf) => !columns.has(leaf));
    const join = (from: number, to: number, read: readonly TypedColumn[]): readonly TypedColumn[] => {
      const found = new Map(read.map((column) => [column.leaf, column]));
      return output.map((leaf) => {
        const kept = columns.get(leaf);
        const piece = kept === undefined ? found.get(leaf) : selectRows(kept, [[from, to]], leaf, file);
        return { leaf, ...(piece as ColumnPiece) };
      });
    };
    const count = rowsIn(rows);
    let row = 0;
    if (rest.length === 0) {
      for (; row < count; row += batchRows) yield join(row, Math.min(count, row + batchRows), []);
      continue;
    }
    const batches = over.batches({
      rowGroups: [group.rowGroup],
      rows,
      columns: rest,
      ...forms,
      ...(batchRows !== Number.POSITIVE_INFINITY && { batchRows }),
      ...(options.signal !== undefined && { signal: options.signal }),
      ...(options.memory !== undefined && { memory: options.memory }),
    });
    for await (const read of batches) {
      const end = row + (read[0]?.rowCount ?? 0);
      yield join(row, end, read);
      row = end;
    }
  }
}

/** How many rows pass. Reads the columns of the predicate only, and none of them where metadata decides. */
export async function countRows(file: ParquetFile, options: FilteredRead): Promise<number> {
  let count = 0;
  for await (const { passed } of passedRows(file, [], options)) count += rowsIn(passed.rows);
  return count;
}

/** Lets `where` be used where a file is read: `openFile(source, { filter: predicates })`. */
export const predicates: RowFilter = { batches: scanBatches };

/** Rows of a row group that passed. */
export interface PassedInGroup {
  readonly group: PlannedGroup;
  /** The file, over the source that the scan reads from. */
  readonly over: ParquetFile;
  readonly passed: PassedRows;
  /** The form that the output has. */
  readonly forms: Pick<ReadBatchesOptions, 'spaced' | 'flat'>;
}

/**
 * Rows that pass, within offset and limit; the columns of `output` that were read for it, with them. `bound` must hold, too:
 * it is bound to the file's schema.
 */
export async function* passedRows(
  file: ParquetFile,
  output: readonly LeafNode[],
  options: FilteredRead,
  bound?: Predicate,
): AsyncGenerator<PassedInGroup, void, undefined> {
  const { where, use = {}, signal, offset = 0, limit = Number.POSITIVE_INFINITY } = options;
  const asWritten = bindWhere(file.schema, where);
  const predicate = bound === undefined ? asWritten : combine('and', [asWritten, bound]);
  const forms = outputForms(options);
  const inFunctions = leavesOfFunctions(predicate);
  const filterLeaves = leavesIn(predicate);
  const kept = new Set(output.filter((leaf) => filterLeaves.includes(leaf) && !inFunctions.has(leaf)));
  const planned = plannedSource(file.source, signal === undefined ? {} : { signal });
  const source = createMetadataSource(planned, signal);
  const over = file.over(source);
  const byMetadata = createPlanner({ file: over, source, output, predicate, use, signal });
  const checked = { file: over, predicate, forms: filterForms(forms, inFunctions), signal };
  const planner = options.paranoid === true ? checkedPlanner(byMetadata, checked) : byMetadata;
  const pages = createPageReader(over, planned, output, signal);
  const conjuncts = conjunctsOf(predicate);
  const asked = askedRows(file, options);
  const isLimited = limit !== Number.POSITIVE_INFINITY;
  let skip = offset;
  let left = limit;
  // While a limit may end the scan, row groups are planned a few at a time.
  for (let at = 0, wave = isLimited ? 1 : asked.length; at < asked.length && left > 0; at += wave, wave *= 2) {
    const groups = await planner.plan(asked.slice(at, at + wave));
    for (const group of groups) {
      const isDecided = group.decided === 'all';
      const order = isDecided ? [] : ordered(conjuncts, (leaf) => pages.bytesOf(group.rowGroup, leaf));
      planned.forget();
      await pages.announce(group, isDecided ? [] : filterLeaves);
      const scan = {
        file: over,
        rowGroup: group.rowGroup,
        candidates: group.rows,
        conjuncts: order,
        forms: filterForms(forms, inFunctions),
        kept,
        batchRows: isLimited ? limitedRows : undefined,
        signal,
      };
      for await (const found of passingRows(scan)) {
        const count = rowsIn(found.rows);
        const from = Math.min(skip, count);
        const to = Math.min(count, from + left);
        skip -= from;
        left -= to - from;
        if (to > from) {
          const passed = part(found, from, to, file);
          await pages.announceOutput(group, passed.rows, (leaf) => passed.columns.has(leaf));
          yield { group, over, passed, forms };
        }
        if (left <= 0) return;
        while (isTurnDue()) await yieldToEventLoop(signal);
      }
    }
    source.forget();
  }
}

/** Some of the rows that passed, by their number among them. */
function part(passed: PassedRows, from: number, to: number, file: ParquetFile): PassedRows {
  const rows: Ranges = sliceOfRanges(passed.rows, from, to);
  const columns: KeptColumns = new Map(
    [...passed.columns].map(([leaf, piece]) => [leaf, selectRows(piece, [[from, to]], leaf, file)]),
  );
  return { rows, columns };
}
