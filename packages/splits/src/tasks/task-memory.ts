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
import { freeBytes } from '@marquetry/core';
import { type BatchMemory, createBatchMemory } from '@marquetry/file';
import type { SplitTask } from './task.js';

/** The memory for the batches of a thread. It keeps at most 64 MiB of unused memory. */
export const taskMemory: BatchMemory = /* @__PURE__ */ createBatchMemory({ mostBytes: 2 ** 26 });

let hasFreed = false;

/**
 * Frees an array, unless this thread has already done so. Call it before the first split is executed.
 *
 * Until the first array of a thread is freed (its buffer is detached), V8 compiles functions without checks for freed arrays. Then it drops all
 * of these functions. If that happened in the middle of a split, V8 would compile about 150 functions again, which takes 0.4 s of processor time
 * per thread.
 */
export function freeFirstArray(): void {
  if (hasFreed) return;
  hasFreed = true;
  // Smaller arrays would be left to the garbage collector.
  freeBytes(new Uint8Array(2 ** 16));
}

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
