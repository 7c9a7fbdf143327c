/** Executes the splits that arrive on standard input. */
import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { executeSplit } from '@marquetry/splits';
import type { Context } from '../context.js';
import { UsageError } from '../failure.js';
import { decryptionOf } from '../open-input.js';
import { linesOf } from './lines.js';
import { resolverOf, targetOf } from './places.js';
import { type TaskOptions, taskOf } from './task-of.js';

export interface ExecOptions extends TaskOptions {
  readonly output?: string;
  readonly attempt?: string;
  readonly valueBytes?: number;
}

/**
 * Executes splits one after another. Prints the result of each split before it reads the next split. Ends at the first
 * split that fails.
 */
export async function execLines(options: ExecOptions, context: Context): Promise<void> {
  const { output, plugIns, progress, signal } = context;
  const { valueBytes, attempt = randomUUID().replaceAll('-', '').slice(0, 16) } = options;
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(attempt)) {
    throw new UsageError(
      `--attempt must have 1 to 64 letters, digits, _ or -, and start with a letter or digit, got ${attempt}`,
    );
  }
  const task = await taskOf(options, context);
  if (task.writes && options.output === undefined)
    throw new UsageError(`the task ${task.name} writes files: name a folder or bucket with --output`);
  const target = options.output === undefined ? undefined : await targetOf(options.output, context);
  markWithoutHelpers();
  for await (const line of linesOf('-', signal)) {
    const result = await executeSplit(line, task, {
      ...plugIns,
      decryption: decryptionOf(context),
      ...{ attempt, output: target, resolve: resolverOf(context), signal, valueBytes },
      onProgress: ({ of, rows }) => progress.update(rows, of, 'rows'),
    });
    progress.clear();
    await output.write(`${JSON.stringify(result)}\n`);
    await output.finish();
  }
}

/**
 * Makes V8 mark the objects of its heap without helper threads. Splits use arrays of many megabytes and few objects, so
 * V8 collects a small heap often. The helper threads then take more processor time than they save, and they compete with
 * the other processes that execute splits on the machine. `node --single-threaded-gc` does the same, and also collects
 * young objects without helper threads, but can only be set when a process starts.
 */
function markWithoutHelpers(): void {
  try {
    setFlagsFromString('--no-concurrent-marking');
  } catch {
    // Other engines than V8 have no such flag.
  }
}
