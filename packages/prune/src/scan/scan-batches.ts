/**
 * Yields batches of the rows that match a predicate.
 *
 *   plan ──> row group ── columns of the predicate ──> rows that pass ── other columns of these rows ──> batches
 */
import { type ColumnPiece, selectRowsInSteps } from '@marquetry/column';
import { isTurnDue, runStepsInTurns, yieldToEventLoop } from '@marquetry/core';
import {
  createBatchMemory,
  type FilteredRead,
  kernelsOf,
  leavesOf,
  type ParquetFile,
  plannedSource,
  type ReadBatchesOptions,
  type ReadShare,
  type RowFilter,
  requireBatchRows,
  requireColumnRoom,
  type TypedColumn,
} from '@marquetry/file';
import { rowsOfBits, rowsOfRanges } from '@marquetry/file/row-bits';
import type { LeafNode } from '@marquetry/schema';
import { createMetadataSource } from '../plan/metadata-source.js';
import { createPlanner, type PlannedGroup } from '../plan/planner.js';
import { bindWhere } from '../predicate/bind.js';
import { combine, leavesIn, type Predicate } from '../predicate/predicate.js';
import { askedRows } from './asked-rows.js';
import { checkedPlanner } from './checked-planner.js';
import { filterForms, leavesOfFunctions, outputForms } from './column-forms.js';
import { conjunctsOf, ordered } from './conjuncts.js';
import { createPageReader } from './page-reader.js';
import { sliceOfRows } from './row-bits.js';
import { type PassedRows, passingRows } from './scan-group.js';

/** Maximum number of rows to test at a time if the `limit` option is set and may end the scan early. */
const limitedRows = 2 ** 15;
/** Maximum number of rows to test at a time if `limit` is not set. Most row groups have fewer rows. */
const testedRows = 2 ** 20;
/**
 * The assumed memory per row, in bytes, which reduces the number of rows to test at a time if `limits.memoryBytes` is
 * small.
 */
const testedRowBytes = 384;
/**
 * The fraction of `limits.memoryBytes` for arrays that the next predicate columns can reuse, so that the arrays do
 * not become garbage.
 */
const scratchShare = 1 / 32;
/** The fraction of `limits.memoryBytes` for bytes that are fetched before they are needed. */
const aheadShare = 1 / 8;
const mostAhead = 2 ** 25;

/**
 * Yields batches of the rows that match `where`.
 * @throws ParquetError INVALID_ARGUMENT if the predicate is invalid. Also throws the errors of
 *   `ParquetFile.leafBatches`.
 */
export async function* scanBatches(
  file: ParquetFile,
  options: FilteredRead,
): AsyncGenerator<readonly TypedColumn[], void, undefined> {
  const output = leavesOf(file.schema, options.columns);
  // A read without columns yields no batches, whether or not it has a predicate.
  if (output.length === 0) return;
  const { batchRows = Number.POSITIVE_INFINITY } = options;
  requireBatchRows(batchRows);
  requireColumnRoom(file, output.length);
  for await (const { group, over, passed, forms } of passedRows(file, output, options)) {
    const { rows, columns } = passed;
    const rest = output.filter((leaf) => !columns.has(leaf));
    const join = async (from: number, to: number, read: readonly TypedColumn[]): Promise<readonly TypedColumn[]> => {
      const found = new Map<LeafNode, ColumnPiece>(read.map((column) => [column.leaf, column]));
      const joined: TypedColumn[] = [];
      for (const leaf of output) {
        const kept = columns.get(leaf);
        const piece = kept === undefined ? found.get(leaf) : await selected(kept, from, to, leaf, file, options.signal);
        joined.push({ leaf, ...(piece as ColumnPiece) });
      }
      return joined;
    };
    const count = passed.rowCount;
    let row = 0;
    if (rest.length === 0) {
      for (; row < count; row += batchRows) yield await join(row, Math.min(count, row + batchRows), []);
      continue;
    }
    const batches = over.leafBatches({
      rowGroups: [group.rowGroup],
      rows: rowsOfBits(rows),
      columns: rest,
      ...forms,
      beside: passed.held,
      ...(batchRows !== Number.POSITIVE_INFINITY && { batchRows }),
      ...(options.signal !== undefined && { signal: options.signal }),
      ...(options.memory !== undefined && { memory: options.memory }),
    });
    for await (const read of batches) {
      const end = row + (read[0]?.rowCount ?? 0);
      yield await join(row, end, read);
      row = end;
    }
  }
}

/**
 * Returns the number of rows that match. Reads only the columns that the predicate tests, and does not read row groups
 * for which metadata proves that all or none of the rows match.
 */
export async function countRows(file: ParquetFile, options: FilteredRead): Promise<number> {
  let count = 0;
  for await (const { passed } of passedRows(file, [], options)) count += passed.rowCount;
  return count;
}

/**
 * The row filter for `openFile(source, { filter: predicates })`, which makes the file's reads accept the option
 * `where`.
 */
export const predicates: RowFilter = {
  leafBatches: (file, options) => {
    const { where, rows } = options;
    if (where !== undefined) return scanBatches(file, { ...options, where });
    return file.leafBatches(Array.isArray(rows) ? { ...options, rows: rowsOfRanges(rows) } : options);
  },
};

/** The rows of one row group that matched the predicate. */
export interface PassedInGroup {
  readonly group: PlannedGroup;
  /** The scanned file, read through the scan's own source, which combines neighboring ranges into one request. */
  readonly over: ParquetFile;
  readonly passed: PassedRows;
  /** Whether output columns have an entry for each null, and whether they have values instead of dictionary indices. */
  readonly forms: Pick<ReadBatchesOptions, 'spaced' | 'decodeDictionaries'>;
}

/**
 * Yields the matching rows that `offset` and `limit` select, with the columns of `output` that were already read for
 * the predicate. If `bound`, a predicate bound to the file's schema, is given, rows must match both predicates.
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
  const { memoryBytes } = file.limits;
  const aheadBytes = Math.min(mostAhead, Math.floor(memoryBytes * aheadShare));
  const planned = plannedSource(file.source, { aheadBytes, ...(signal !== undefined && { signal }) });
  const ahead: ReadShare = { heldBytes: file.source.sharesMemory === true ? 0 : aheadBytes };
  const source = createMetadataSource(planned, file.footer.indexes, signal);
  const over = file.over(source);
  const byMetadata = createPlanner({ file: over, source, output, predicate, use, signal });
  const checked = { file: over, predicate, forms: filterForms(forms, inFunctions), signal };
  const planner = options.paranoid === true ? checkedPlanner(byMetadata, checked) : byMetadata;
  const pages = createPageReader(over, planned, output, signal);
  const conjuncts = conjunctsOf(predicate);
  const scratch = createBatchMemory({ mostBytes: Math.floor(memoryBytes * scratchShare) });
  const asked = askedRows(file, options);
  const isLimited = limit !== Number.POSITIVE_INFINITY;
  let skip = offset;
  let left = limit;
  // If `limit` may end the scan early, only a few row groups are planned at a time.
  for (let at = 0, wave = isLimited ? 1 : asked.length; at < asked.length && left > 0; at += wave, wave *= 2) {
    const groups = await planner.plan(asked.slice(at, at + wave));
    for (const [i, group] of groups.entries()) {
      const isDecided = group.decided === 'all';
      const order = isDecided ? [] : ordered(conjuncts, (leaf) => pages.bytesOf(group.rowGroup, leaf));
      const announce = async (asked: PlannedGroup): Promise<void> =>
        pages.announce(asked, asked.decided === 'all' ? [] : filterLeaves);
      await announce(group);
      // Fetch the next row group while this one is decoded, unless `limit` may end the scan before it is needed.
      const following = isLimited ? undefined : groups[i + 1];
      if (following !== undefined) await announce(following);
      const scan = {
        file: over,
        isHere: file.context !== undefined,
        rowGroup: group.rowGroup,
        candidates: group.rows,
        conjuncts: order,
        forms: filterForms(forms, inFunctions),
        kept,
        batchRows: isLimited
          ? limitedRows
          : Math.min(testedRows, Math.max(limitedRows, Math.floor(memoryBytes / testedRowBytes))),
        beside: [ahead],
        memory: scratch,
        output: {
          limits: file.limits,
          kernels: kernelsOf(file.kernels, options.memory, file.limits),
          decodesDictionary: forms.decodeDictionaries,
        },
        signal,
      };
      for await (const found of passingRows(scan)) {
        const count = found.rowCount;
        const from = Math.min(skip, count);
        const to = Math.min(count, from + left);
        skip -= from;
        left -= to - from;
        if (to > from) {
          const passed = await part(found, from, to, file, signal);
          await pages.announceOutput(group, passed.rows, (leaf) => passed.columns.has(leaf));
          yield { group, over, passed, forms };
        }
        if (left <= 0) return;
        while (isTurnDue()) await yieldToEventLoop(signal);
      }
      pages.end(group, filterLeaves);
    }
    source.forget();
  }
}

/** Returns the matching rows with indices `[from, to)`. The first matching row has index 0. */
async function part(
  passed: PassedRows,
  from: number,
  to: number,
  file: ParquetFile,
  signal: AbortSignal | undefined,
): Promise<PassedRows> {
  if (from === 0 && to === passed.rowCount) return passed;
  const rows = sliceOfRows(passed.rows, from, to);
  const columns = new Map<LeafNode, ColumnPiece>();
  for (const [leaf, piece] of passed.columns) columns.set(leaf, await selected(piece, from, to, leaf, file, signal));
  return { rows, rowCount: to - from, columns, held: passed.held };
}

function selected(
  piece: ColumnPiece,
  from: number,
  to: number,
  leaf: LeafNode,
  file: ParquetFile,
  signal: AbortSignal | undefined,
): ColumnPiece | Promise<ColumnPiece> {
  return runStepsInTurns(selectRowsInSteps(piece, [[from, to]], leaf, file), signal);
}
