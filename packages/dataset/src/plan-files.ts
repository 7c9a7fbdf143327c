/** Plans how a read of a dataset treats each of its files. */
import { leavesOf } from '@marquetry/file';
import { planScan, type ScanPlan } from '@marquetry/prune';
import type { Partition } from './files/hive.js';
import { foldMember, type Members } from './members.js';
import type { ReadDatasetOptions } from './read-options.js';

/** The plan for one file of a dataset. */
export interface FilePlan {
  readonly path: string;
  /** The reason for which no row of the file is read; absent if it is read. */
  readonly skipped?: string;
  /**
   * What excludes the file, if it is skipped: its `partition`, and then the file is not opened, or the `columns` that
   * it does not have.
   */
  readonly by?: 'partition' | 'columns';
  /** Absent if the file is skipped. */
  readonly plan?: ScanPlan;
}

/** Reads the footers, and the metadata that the predicate needs, of files that are not excluded by their partition. */
export async function planFiles(
  members: Members,
  { where = {}, columns, ...rest }: Omit<ReadDatasetOptions, 'offset' | 'limit'>,
): Promise<readonly FilePlan[]> {
  const { files } = members;
  const plans: FilePlan[] = [];
  for (const [index, { path, partition }] of files.entries()) {
    if (members.excludes(index, where)) {
      plans.push({ path, skipped: `no row of the partition ${partitionText(partition)} matches`, by: 'partition' });
      continue;
    }
    const member = await members.open(index, rest.signal);
    const { file, sources, adapted, paths } = member;
    const folded = foldMember(member, where);
    if (folded === false) {
      const skipped = 'the file does not have columns of the predicate, and nulls do not match';
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
