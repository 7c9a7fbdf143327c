/**
 * Plans that are compared with the rows: what metadata leaves out must not pass.
 *
 *   plan     row group 2: rows [0, 500)        by metadata
 *   rows     row group 2: rows 17, 512, 600    512 and 600 pass, so the metadata is wrong
 */
import { ParquetError } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';
import type { Planner } from '../plan/planner.js';
import { intersectRanges, type Ranges, rowsIn } from '../plan/ranges.js';
import type { Predicate } from '../predicate/predicate.js';
import type { ColumnForms } from './column-forms.js';
import { conjunctsOf } from './conjuncts.js';
import { passingRows } from './scan-group.js';

/** What rows are tested with. */
export interface CheckedScan {
  readonly file: ParquetFile;
  readonly predicate: Predicate;
  readonly forms: ColumnForms;
  readonly signal: AbortSignal | undefined;
}

/**
 * The same planner; before it answers, all rows that were asked for are read and tested.
 * @throws ParquetError CORRUPT for a row that passes and is left out, and for one that does not pass though all are said to.
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
      const left = new Map(planned.map((group) => [group.rowGroup, group]));
      for (const { rowGroup, rows } of asked) {
        const group = left.get(rowGroup);
        const conjuncts = conjunctsOf(predicate);
        const all = {
          file,
          rowGroup,
          candidates: rows,
          conjuncts,
          forms,
          kept: new Set<never>(),
          batchRows: 2 ** 20,
          beside: [],
          signal,
        };
        let count = 0;
        for await (const { rows: passed } of passingRows(all)) {
          requireLeft(passed, group?.rows ?? [], rowGroup, planner);
          count += rowsIn(passed);
        }
        if (group?.decided !== 'all' || count === rowsIn(group.rows)) continue;
        const what = `metadata says that all rows pass (${group.why ?? 'no reason'}), but ${rowsIn(group.rows) - count} do not`;
        throw new ParquetError('CORRUPT', what, { rowGroup });
      }
      return planned;
    },
  };
}

function requireLeft(passed: Ranges, left: Ranges, rowGroup: number, { skipped }: Planner): void {
  const kept = intersectRanges(passed, left);
  if (rowsIn(kept) === rowsIn(passed)) return;
  const row = firstOutside(passed, left);
  const { by, column, why } = [...skipped].reverse().find((skip) => skip.rowGroup === rowGroup) ?? {};
  const reason = by === undefined ? '' : ` by ${by} of ${column}: ${why}`;
  throw new ParquetError('CORRUPT', `row ${row} of the row group passes, but metadata leaves it out${reason}`, {
    rowGroup,
  });
}

/** The first row of `ranges` that is not in `others`. */
function firstOutside(ranges: Ranges, others: Ranges): number | undefined {
  for (const range of ranges) {
    let [at] = range;
    for (const [from, to] of intersectRanges([range], others)) {
      if (from > at) return at;
      at = to;
    }
    if (at < range[1]) return at;
  }
  return undefined;
}
