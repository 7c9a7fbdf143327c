/**
 * Lets the tasks of this package reuse memory, within a split and from one split to the next.
 *
 *   memory                        released                  reused for
 *   arrays of a batch             by taskMemory.recycle     arrays of later batches
 *   bytes that a split fetched    when the split ends       bytes that later splits fetch
 *
 * V8 collects garbage whenever arrays have grown by about 10 MB. With new memory for each batch, it does so a dozen times per split, in
 * helper threads that take the processors from the other workers of the process.
 */
import { type BatchMemory, createBatchMemory } from '@marquetry/file';
import type { SplitTask } from './task.js';

/** The memory for the batches of a thread. It keeps at most 64 MiB of unused memory. */
export const taskMemory: BatchMemory = /* @__PURE__ */ createBatchMemory({ mostBytes: 2 ** 26 });

const ending: WeakSet<SplitTask> = /* @__PURE__ */ new WeakSet();

/**
 * Records that the task keeps no reference to the rows of a split after it has ended, and returns the task. The record is not a property of
 * the task, because `{ ...task, run }` would copy it to a task whose `run` may keep rows.
 */
export function withoutRowsKept(task: SplitTask): SplitTask {
  ending.add(task);
  return task;
}

/** True if {@link withoutRowsKept} recorded that the task keeps no reference to its rows. */
export function keepsNoRows(task: SplitTask): boolean {
  return ending.has(task);
}
