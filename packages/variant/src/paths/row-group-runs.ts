/** Splits a read into runs of consecutive row groups that are read in the same way. */
import type { ParquetFile, ReadBatchesOptions } from '@marquetry/file';

/** Consecutive row groups that are read in the same way. `options` select their rows. */
export interface GroupRun<Plan> {
  readonly plan: Plan;
  readonly options: ReadBatchesOptions;
}

/**
 * Yields the runs of a read (consecutive row groups with equal plans) in order. `planOf` returns the plan for reading a
 * row group, with a key that is equal for equal plans. A read with `rows`, or with `where` and an `offset` or `limit`,
 * counts rows over all row groups and cannot be split: it is one run, with a plan that is valid for all row groups.
 */
export function* runsOfGroups<Plan>(
  { metadata }: ParquetFile,
  options: ReadBatchesOptions,
  planOf: (rowGroup: number) => Plan,
  keyOf: (plan: Plan) => string,
  common: (a: Plan, b: Plan) => Plan,
): Generator<GroupRun<Plan>, void, undefined> {
  const { rowGroups, rows, where, offset, limit } = options;
  const chosen = rowGroups ?? metadata.rowGroups.map((_, i) => i);
  const runs: { readonly plan: Plan; readonly groups: number[] }[] = [];
  for (const rowGroup of chosen) {
    const plan = planOf(rowGroup);
    const last = runs.at(-1);
    if (last !== undefined && keyOf(last.plan) === keyOf(plan)) last.groups.push(rowGroup);
    else runs.push({ plan, groups: [rowGroup] });
  }
  const [first, ...others] = runs;
  if (first === undefined) return;
  const isCounted = rows !== undefined || (where !== undefined && (offset !== undefined || limit !== undefined));
  if (others.length === 0 || isCounted || !(isCount(offset) && isCount(limit))) {
    yield { plan: others.reduce((plan, each) => common(plan, each.plan), first.plan), options };
    return;
  }
  let skip = offset ?? 0;
  let left = limit ?? Number.POSITIVE_INFINITY;
  for (const { plan, groups } of runs) {
    const { offset: _, limit: __, ...rest } = options;
    if (where !== undefined) {
      yield { plan, options: { ...rest, rowGroups: groups } };
      continue;
    }
    const count = groups.reduce((sum, rowGroup) => sum + (metadata.rowGroups[rowGroup]?.numRows ?? 0), 0);
    const from = Math.min(skip, count);
    const taken = Math.min(left, count - from);
    skip -= from;
    left -= taken;
    if (taken > 0) yield { plan, options: { ...rest, rowGroups: groups, offset: from, limit: taken } };
  }
}

function isCount(value: number | undefined): boolean {
  return value === undefined || (Number.isSafeInteger(value) && value >= 0);
}
