/**
 * Parses a result from its JSON form.
 */
import { type Checker, checkerOf, parseLine } from '../check-json.js';
import type { Json } from '../json.js';
import { placeOf } from '../parse-split.js';
import type { SplitOutput, SplitResult } from '../split.js';
import { isAttempt, partKey } from '../store/store.js';

const check: Checker = checkerOf('the result is not valid');

/** The members of a result that a commit uses. */
export type CheckedResult = Omit<SplitResult, 'metrics' | 'environment'>;

/**
 * Returns a result from its JSON text, or from the object that JSON.parse returned. The key of the output must be the one derived from the split and
 * the attempt, so that a result cannot name any other file.
 * @throws ParquetError INVALID_ARGUMENT, naming the first invalid member.
 */
export function parseResult(given: unknown): CheckedResult {
  const from = check.object(typeof given === 'string' ? parseLine(given, 'the result') : given, '');
  const splitId = check.hash(from['splitId'], 'splitId');
  const { attempt, output, task, value } = from;
  if (!isAttempt(attempt)) throw check.fail('`attempt` must consist of 1 to 64 letters, digits, `-` and `_`', attempt);
  if (typeof task !== 'string' || !/^[\w.-]{1,64}$/.test(task))
    throw check.fail('`task` must consist of 1 to 64 letters, digits, `-`, `_` and `.`', task);
  return {
    splitId,
    attempt,
    task,
    taskId: check.hash(from['taskId'], 'taskId'),
    plan: placeOf(from['plan'], check),
    ...(output !== undefined && { output: outputOf(output, partKey(splitId, attempt)) }),
    ...(value !== undefined && { value: value as Json }),
  };
}

/** Returns the output of a result or of a manifest entry, after checking it. */
export function outputOf(value: unknown, key: string, from: Checker = check): SplitOutput {
  const output = from.object(value, 'output');
  if (output['uri'] !== key) throw from.fail(`\`output.uri\` must be ${key}`, output['uri']);
  return {
    uri: key,
    byteLength: from.count(output['byteLength'], 'output.byteLength'),
    sha256: from.hash(output['sha256'], 'output.sha256'),
    rows: from.count(output['rows'], 'output.rows'),
    rowGroups: from.count(output['rowGroups'], 'output.rowGroups'),
  };
}
