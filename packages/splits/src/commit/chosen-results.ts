/**
 * Chooses one result per split, and checks that no split of the plan lacks a result.
 */
import { ParquetError } from '@marquetry/core';
import { parseSplit } from '../parse-split.js';
import type { SplitPlan } from '../split.js';
import { type CheckedResult, parseResult } from './parse-result.js';

/** The results of a whole plan. */
export interface ChosenResults {
  readonly planId: string;
  readonly task: string;
  readonly taskId: string;
  /** The first result of each split, in the order of the plan. */
  readonly results: readonly CheckedResult[];
  /** The number of results that were ignored because their split already had one. */
  readonly repeated: number;
}

/** Maximum number of split positions that an error lists. */
const mostListed = 5;

/**
 * Returns the first result of each split. Engines may repeat results and deliver them in any order.
 * @throws ParquetError INVALID_ARGUMENT for results that are not valid, belong to different plans or tasks, or do not cover the plan; the message
 * lists the positions of missing splits.
 */
export function chosenResults(given: Iterable<unknown>, plan: SplitPlan | undefined): ChosenResults {
  const found: CheckedResult[] = [];
  let first: CheckedResult | undefined;
  let repeated = 0;
  let count = 0;
  for (const each of given) {
    const result = parseResult(each);
    first ??= result;
    const { index } = result.plan;
    if (result.plan.id !== first.plan.id || result.plan.splits !== first.plan.splits) {
      throw refused(`results of two plans cannot be committed together: ${first.plan.id} and ${result.plan.id}`);
    }
    if (result.task !== first.task) {
      throw refused(`results of two tasks cannot be committed together: ${first.task} and ${result.task}`);
    }
    if (result.taskId !== first.taskId) {
      const places = `splits ${first.plan.index} and ${index}`;
      const cure = 'execute all splits with the same options';
      throw refused(`the results of ${places} are from task ${first.task}, but with different options: ${cure}`);
    }
    const before = found[index];
    if (before === undefined) {
      found[index] = result;
      count++;
      continue;
    }
    if (before.splitId !== result.splitId) {
      throw refused(`two splits have the same position ${index}: ${before.splitId} and ${result.splitId}`);
    }
    repeated++;
  }
  if (first === undefined) throw refused('there are no results to commit');
  const { id: planId, splits } = first.plan;
  if (count < splits) {
    const missing: number[] = [];
    for (let i = 0; i < splits && missing.length < mostListed; i++) if (found[i] === undefined) missing.push(i);
    const more = splits - count - missing.length;
    const cure = 'execute each missing split, and commit all results together';
    throw refused(
      `results are missing for ${splits - count} of ${splits} splits (positions: ${missing.join(', ')}${more > 0 ? ` and ${more} more` : ''}): ${cure}`,
    );
  }
  if (plan !== undefined) requirePlan(plan, planId, found);
  if (new Set(found.map(({ splitId }) => splitId)).size < splits)
    throw refused('results at different positions of the plan have the same split id');
  const writers = found.filter(({ output }) => output !== undefined).length;
  if (writers !== 0 && writers !== splits)
    throw refused(`either all or none of the results must have an output, got ${writers} of ${splits}`);
  return { planId, task: first.task, taskId: first.taskId, results: found, repeated };
}

function requirePlan({ id, splits }: SplitPlan, planId: string, results: readonly CheckedResult[]): void {
  if (id !== planId || splits.length !== results.length) {
    throw refused(`the results belong to plan ${planId}, not to plan ${id}`);
  }
  for (const [i, split] of splits.entries()) {
    if (parseSplit(split).id !== results[i]?.splitId)
      throw refused(`the result at position ${i} is not from split ${split.id}`);
  }
}

function refused(reason: string): ParquetError {
  return new ParquetError('INVALID_ARGUMENT', reason);
}
