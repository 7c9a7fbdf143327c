/** Determines what a read of a dataset would read and skip in each file. */
import { leavesOf } from '@marquetry/file';
import { planScan, type ScanPlan } from '@marquetry/prune';
import type { Partition } from './files/hive.js';
import { foldMember, type Members } from './members.js';
import type { ReadDatasetOptions } from './read-options.js';

/** The plan for one file of a dataset. */
export interface FilePlan {
  readonly path: string;
  /** Why the file is skipped. Absent if the file is read. */
  readonly skipped?: string;
  /**
   * The evidence that no row of the file matches. `partition`: the values of the partition columns; the file is not
   * opened. `columns`: the file does not have some columns of the predicate.
   */
  readonly by?: 'partition' | 'columns';
  /**
   * The pages of the file that the read would fetch, and the pages that it would skip. Absent if the whole file is
   * skipped.
   */
  readonly plan?: ScanPlan;
}

/**
 * Returns one plan per file. Reads the footer, and the metadata that the predicate needs, of each file whose partition
 * may have matching rows.
 */
export async function planFiles(
  members: Members,
  { where = {}, columns, ...rest }: Omit<ReadDatasetOptions, 'offset' | 'limit'>,
): Promise<readonly FilePlan[]> {
  const { files } = members;
  const plans: FilePlan[] = [];
  for (const [index, { path, partition }] of files.entries()) {
    if (members.excludes(index, where)) {
      plans.push({ path, skipped: `no row in ${partitionText(partition)} matches the predicate`, by: 'partition' });
      continue;
    }
    const member = await members.open(index, rest.signal);
    const { file, sources, adapted, paths } = member;
    const folded = foldMember(member, where);
    if (folded === false) {
      const skipped = 'the file does not have some columns of the predicate, so they are null, and nulls do not match';
      plans.push({ path, skipped, by: 'columns' });
      continue;
    }
    const leaves = paths?.projectVariants(adapted, columns)?.columns ?? leavesOf(adapted.schema, columns);
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
