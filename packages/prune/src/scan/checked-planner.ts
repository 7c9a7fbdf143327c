/**
 * Checks the plan of a scan by reading all rows: a row that metadata excludes must not match the predicate.
 *
 *   plan     row group 2: rows [0, 500)        can match, according to metadata
 *   rows     row group 2: rows 17, 512, 600    match; rows 512 and 600 are not in the plan, so the metadata is wrong
 */
import { ParquetError } from '@marquetry/core';
import { createBatchMemory, type ParquetFile } from '@marquetry/file';
import type { RowBits } from '@marquetry/file/row-bits';
import type { Planner } from '../plan/planner.js';
import { type Ranges, rowsIn } from '../plan/ranges.js';
import type { Predicate } from '../predicate/predicate.js';
import type { ColumnForms } from './column-forms.js';
import { conjunctsOf } from './conjuncts.js';
import { nextRun } from './row-bits.js';
import { passingRows } from './scan-group.js';

/** The fraction of `limits.memoryBytes` for arrays that are kept and reused for the columns that are read next. */
const scratchShare = 1 / 32;

/** A file to check, and the predicate to test on all of its rows. */
export interface CheckedScan {
  readonly file: ParquetFile;
  readonly predicate: Predicate;
  readonly forms: ColumnForms;
  readonly signal: AbortSignal | undefined;
}

/**
 * Returns a planner that makes the same plans as `planner`, but reads and tests all requested rows before it returns
 * a plan.
 * @throws ParquetError CORRUPT if the plan excludes a row that matches, or claims that all rows of a row group match
 *   although one does not.
 */
export function checkedPlanner(planner: Planner, scan: CheckedScan): Planner {
  const { file, predicate, forms, signal } = scan;
  return {
    get skipped() {
      return planner.skipped;
    },
    get ignored() {
      return planner.ignored;
    },
    plan: async (asked) => {
      const planned = await planner.plan(asked);
      const memory = createBatchMemory({ mostBytes: Math.floor(file.limits.memoryBytes * scratchShare) });
      const left = new Map(planned.map((group) => [group.rowGroup, group]));
      for (const { rowGroup, rows } of asked) {
        const group = left.get(rowGroup);
        const conjuncts = conjunctsOf(predicate);
        const all = {
          file,
          isHere: false,
          rowGroup,
          candidates: rows,
          conjuncts,
          forms,
          kept: new Set<never>(),
          batchRows: 2 ** 20,
          beside: [],
          memory,
          output: { limits: file.limits, kernels: file.kernels, decodesDictionary: () => false },
          signal,
        };
        let count = 0;
        for await (const { rows: passed, rowCount } of passingRows(all)) {
          requireLeft(passed, group?.rows ?? [], rowGroup, planner);
          count += rowCount;
        }
        if (group?.decided !== 'all' || count === rowsIn(group.rows)) continue;
        const what = `metadata claims that all rows match (${group.why ?? 'no reason'}), but ${rowsIn(group.rows) - count} do not`;
        throw new ParquetError('CORRUPT', what, { rowGroup });
      }
      return planned;
    },
  };
}

function requireLeft(passed: RowBits, left: Ranges, rowGroup: number, { skipped }: Planner): void {
  const row = firstOutside(passed, left);
  if (row === undefined) return;
  const { by, column, why } = [...skipped].reverse().find((skip) => skip.rowGroup === rowGroup) ?? {};
  const reason = by === undefined ? '' : ` by ${by} of ${column}: ${why}`;
  throw new ParquetError('CORRUPT', `row ${row} of the row group matches, but metadata excludes it${reason}`, {
    rowGroup,
  });
}

/** Returns the first row of `rows` that is not in `ranges`; `undefined` if all rows are. */
function firstOutside(rows: RowBits, ranges: Ranges): number | undefined {
  let at = 0;
  for (const [from, to] of ranges) {
    const [row = from] = nextRun(rows, at) ?? [];
    if (row < from) return row;
    at = to;
  }
  return nextRun(rows, at)?.[0];
}
