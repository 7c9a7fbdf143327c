/**
 * Tasks that copy the rows of a split to the output.
 */
import type { Where } from '@marquetry/file';
import { writeBatch } from './copy-batches.js';
import type { SplitInput, SplitTask, SplitWriteOptions } from './task.js';
import { describedOptions } from './task-id.js';
import { taskMemory, withoutRowsKept } from './task-memory.js';

/** Returns a task that writes the rows that match the split's predicate, with the given writer options. */
export function rewriteTask(options: SplitWriteOptions = {}): SplitTask {
  return withoutRowsKept({
    name: 'rewrite',
    options: describedOptions(options),
    writes: true,
    run: (input) => copied(input, options, undefined),
  });
}

/** Options of `filterTask`. */
export interface FilterTaskOptions extends SplitWriteOptions {
  /** The predicate. It may contain functions, because it is not sent to workers. It can only test columns that the plan reads. */
  readonly where: Where;
}

/**
 * Returns a task that writes the rows that match both `where` and the split's predicate. If you know the predicate when
 * you plan, pass it to `planSplits` instead: the plan then omits row groups and pages that it excludes.
 */
export function filterTask({ where, ...options }: FilterTaskOptions): SplitTask {
  return withoutRowsKept({
    name: 'filter',
    options: describedOptions({ ...options, where }),
    writes: true,
    run: (input) => copied(input, options, where),
  });
}

async function copied(input: SplitInput, options: SplitWriteOptions, where: Where | undefined): Promise<undefined> {
  const writer = input.writer(options);
  const memory = taskMemory;
  for await (const batch of input.batches({ memory, ...(where !== undefined && { where }) })) {
    await writeBatch(writer, batch);
    memory.recycle(batch);
  }
}
