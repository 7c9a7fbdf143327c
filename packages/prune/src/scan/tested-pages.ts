/**
 * Tests a column page by page. A block of values is decoded and tested, and the values of rows that pass are copied if
 * the output needs them. Then the next block is decoded into the same memory.
 *
 *   page ── decode ──> block ── compare ──> bits ──> rows of the row group
 *                        └──── keep those whose bit is 1 ──> column of the rows that passed
 */
import type { ReadShare } from '@marquetry/file';
import { type RowBits, rowsOfBits } from '@marquetry/file/row-bits';
import { type FileContext, openVisits } from '@marquetry/file/visits';
import type { LeafNode } from '@marquetry/schema';
import { bytesFor } from '../evaluate/bits.js';
import { leavesOfFunctions } from './column-forms.js';
import type { Conjunct } from './conjuncts.js';
import type { GroupScan, LeftRows } from './group-scan.js';
import { keepScanClasses } from './kept-classes.js';
import { PageTest } from './page-test.js';
import { rowsBetween, trimmedRows } from './row-bits.js';

/**
 * True if {@link testedPages} can test the conjunct. The conjunct must read a single column, which is not repeated, and
 * must not call functions. If the output needs the column, the conjunct must be the last one, so that no later test
 * excludes rows.
 */
export function mayVisit(
  { file, forms, isHere, kept }: GroupScan,
  { leaves, predicate }: Conjunct,
  isLast: boolean,
): boolean {
  const [leaf, second] = leaves;
  if (leaf === undefined || second !== undefined || leaf.maxRepetitionLevel > 0) return false;
  if (!isHere || file.external !== undefined || leavesOfFunctions(predicate).size > 0) return false;
  return !kept.has(leaf) || (isLast && !(forms.spaced(leaf) && leaf.maxDefinitionLevel > 0));
}

/**
 * Tests the conjunct on every row from the first to the last of `before`, and yields the rows of `before` that satisfy
 * it. Call it only if {@link mayVisit} returns true.
 */
export async function* testedPages(
  scan: GroupScan,
  conjunct: Conjunct,
  before: LeftRows,
): AsyncGenerator<LeftRows, void, undefined> {
  keepScanClasses();
  const { batchRows, file, memory, rowGroup, signal } = scan;
  const [leaf] = conjunct.leaves as [LeafNode];
  const location = file.chunk({ rowGroup, column: leaf });
  const share: ReadShare = { heldBytes: 0 };
  const { first, count } = before.rows;
  const isAll = before.rowCount === count;
  const all = { rowGroup, from: first, to: first + count, rowCount: count, longestGap: 0 };
  const groups = [{ ordinal: rowGroup, start: 0, rows: location.rowCount }];
  const [range] = isAll
    ? [all]
    : rowsOfBits(before.rows).rangesIn(groups, location.rowCount, 0, Number.POSITIVE_INFINITY);
  if (range === undefined) return;
  const options = { range, beside: before.held, share, memory, signal };
  const visits = await openVisits(file.context as FileContext, location, options);
  const held = [...before.held, share];
  const passed: RowBits = { bits: new Uint8Array(bytesFor(count)), first, count };
  const column = { scan, conjunct, leaf, before: before.rows, passed, isAll };
  for (let isMore = true, from = first; isMore; ) {
    const test = new PageTest(column, Math.min(batchRows, first + count - from));
    isMore = await visits.advance(batchRows, (visited) => test.visit(visited));
    const to = test.end ?? from;
    const rows = trimmedRows(rowsBetween(passed, from, to));
    from = to;
    yield { ...before, rows, rowCount: test.rowCount, columns: await test.finish(), held };
  }
}
