/**
 * Tasks that write the rows of a split again: all that pass, or fewer.
 */
import type { Where } from '@marquetry/file';
import { writeBatch } from './copy-batches.js';
import type { SplitInput, SplitTask, SplitWriteOptions } from './task.js';

/** Returns the task that writes the rows of a split that pass its predicate, with these options. */
export function rewriteTask(options: SplitWriteOptions = {}): SplitTask {
  return { name: 'rewrite', writes: true, run: (input) => copied(input, options, undefined) };
}

/** Options of `filterTask`. */
export interface FilterTaskOptions extends SplitWriteOptions {
  /** The predicate. It may have functions, because it is not sent. It may only test columns that the plan reads. */
  readonly where: Where;
}

/**
 * Returns the task that writes the rows that pass a predicate, in addition to that of the split. A predicate that is known when the plan
 * is made belongs there: a plan leaves out row groups and pages.
 */
export function filterTask({ where, ...options }: FilterTaskOptions): SplitTask {
  return { name: 'filter', writes: true, run: (input) => copied(input, options, where) };
}

async function copied(input: SplitInput, options: SplitWriteOptions, where: Where | undefined): Promise<undefined> {
  const writer = input.writer(options);
  for await (const batch of input.batches(where === undefined ? {} : { where })) await writeBatch(writer, batch);
}
