/**
 * What a read of a dataset will do with each of its files.
 */
import { leavesOf } from '@marquetry/file';
import { planScan, type ScanPlan } from '@marquetry/prune';
import { foldWhere } from './columns/fold-where.js';
import type { Partition } from './files/hive.js';
import type { Members } from './members.js';
import type { ReadDatasetOptions } from './read-options.js';

/** What a read of a dataset will do with one of its files. */
export interface FilePlan {
  readonly path: string;
  /** Why no row of it is read; absent where it is. */
  readonly skipped?: string;
  /** Absent where it is skipped. */
  readonly plan?: ScanPlan;
}

/** Reads footers, and the metadata that the predicate needs, of files that their partition does not exclude. */
export async function planFiles(
  members: Members,
  { where = {}, columns, ...rest }: Omit<ReadDatasetOptions, 'offset' | 'limit'>,
): Promise<readonly FilePlan[]> {
  const { schema, files } = members;
  const leaves = leavesOf(schema, columns);
  const plans: FilePlan[] = [];
  for (const [index, { path, partition }] of files.entries()) {
    if (members.excludes(index, where)) {
      plans.push({ path, skipped: `no row of the partition ${partitionText(partition)} passes` });
      continue;
    }
    const { file, sources } = await members.open(index, rest.signal);
    const folded = foldWhere(schema, where, sources);
    if (folded === false) {
      plans.push({ path, skipped: 'columns of the predicate are missing, and no null passes' });
      continue;
    }
    const stored = leaves.flatMap((leaf) => {
      const source = sources.sourceOf(leaf);
      return source.kind === 'constant' ? [] : [source.stored];
    });
    const plan = await planScan(file, { ...rest, columns: stored, where: folded === true ? {} : folded });
    plans.push({ path, plan });
  }
  return plans;
}

function partitionText(partition: Partition): string {
  return Object.entries(partition)
    .map(([name, value]) => `${name}=${value ?? 'null'}`)
    .join('/');
}
