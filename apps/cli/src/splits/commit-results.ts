/** Implements `splits commit`: commits the results of executed splits. */
import {
  commitSplits,
  countTask,
  type PublishMode,
  parseSplit,
  type SplitPlan,
  type SplitTask,
  statisticsTask,
} from '@marquetry/splits';
import type { Context } from '../context.js';
import { counted, grouped } from '../counted.js';
import { UsageError } from '../failure.js';
import { type OutputEncryptionOptions, outputEncryption } from '../keys/output-encryption.js';
import { decryptionOf } from '../open-input.js';
import { printable } from '../terminal/printable.js';
import { linesOf } from './lines.js';
import { targetOf } from './places.js';
import { taskOf } from './task-of.js';

export interface CommitOptions extends OutputEncryptionOptions {
  readonly mode: PublishMode;
  readonly name?: string;
  readonly plan?: string;
  readonly task?: string;
  readonly json?: boolean;
}

/** Commits the results listed in the file `results`, and publishes their output files in the target `to`. */
export async function commitResults(
  results: string,
  to: string,
  options: CommitOptions,
  context: Context,
): Promise<void> {
  const { output, plugIns, progress, signal } = context;
  const { mode, name } = options;
  if (name !== undefined && mode !== 'one-file') throw new UsageError('--name requires --mode one-file');
  const encryption = await outputEncryption([], options, context.keys);
  const target = await targetOf(to, context);
  const lines: string[] = [];
  for await (const line of linesOf(results, signal)) lines.push(line);
  const plan = options.plan === undefined ? undefined : await planIn(options.plan, signal);
  const task = options.task === undefined ? taskNamed(lines[0]) : await taskOf({ task: options.task }, context);
  const commit = await commitSplits(lines, {
    ...plugIns,
    ...{ target, mode, signal, encryption, decrypt: options.decrypt },
    decryption: decryptionOf(context),
    ...(name !== undefined && { name }),
    ...(plan !== undefined && { plan }),
    ...(task !== undefined && { task }),
    onProgress: ({ of, parts }) => progress.update(parts, of, 'outputs'),
  });
  progress.clear();
  const { created, entries, files, manifest, repeated, rows, value } = commit;
  if (options.json === true) {
    const record = { plan: manifest.plan, created, repeated, mode: manifest.mode, rows, files, entries, value };
    await output.writeRecords(`${JSON.stringify(record)}\n`);
    return;
  }
  const already = created ? '' : ' (the plan was already committed)';
  await output.write(`committed ${counted(manifest.entries.length, 'split')} of the plan ${manifest.plan}${already}\n`);
  for (const file of files)
    await output.write(`${printable(file.key)}: ${grouped(file.rows)} rows, ${grouped(file.byteLength)} bytes\n`);
  for (const entry of entries ?? [])
    await output.write(`${printable(entry.key)}: ${grouped(entry.rows)} rows, ${grouped(entry.byteLength)} bytes\n`);
  if (value !== undefined) await output.write(`${printable(JSON.stringify(value))}\n`);
}

async function planIn(path: string, signal: AbortSignal): Promise<SplitPlan> {
  const splits: SplitPlan['splits'][number][] = [];
  for await (const line of linesOf(path, signal)) splits.push(parseSplit(line));
  const [first] = splits;
  if (first === undefined)
    throw new UsageError(`--plan ${path}: the file contains no splits; pass the output of splits plan`);
  return { id: first.plan.id, splits };
}

/**
 * Returns the task that computed the result in `line`, if it is `count` or `statistics`, whose results are combined
 * into one value. Returns undefined for other tasks.
 */
function taskNamed(line: string | undefined): SplitTask | undefined {
  const [, name] = /"task":"(count|statistics)"/.exec(line ?? '') ?? [];
  if (name === undefined) return undefined;
  return name === 'count' ? countTask() : statisticsTask();
}
