/** Creates the task that the `--task` option names. */

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  countTask,
  filterTask,
  rewriteTask,
  type SplitTask,
  type SplitWriteOptions,
  sortTask,
  statisticsTask,
} from '@marquetry/splits';
import type { Context } from '../context.js';
import { UsageError } from '../failure.js';
import { type OutputEncryptionOptions, outputEncryption } from '../keys/output-encryption.js';
import { codecNamed } from '../plug-in-names.js';
import { parsePredicate } from '../where/read-where.js';

export interface TaskOptions extends OutputEncryptionOptions {
  readonly task?: string;
  readonly where?: string;
  readonly sortBy?: readonly string[];
  readonly columns?: readonly string[];
  readonly codec?: string;
  readonly rowGroupRows?: number;
}

/**
 * Creates the task with the name or module path `options.task`, configured by the other options.
 * @throws UsageError if there is no such task, or if an option belongs to another task.
 */
export async function taskOf(options: TaskOptions, context: Pick<Context, 'plugIns' | 'keys'>): Promise<SplitTask> {
  const { task = 'rewrite', where, sortBy, columns } = options;
  requireFor(task, 'filter', '--where', where);
  requireFor(task, 'sort', '--sort-by', sortBy);
  requireFor(task, 'statistics', '--columns', columns);
  const encryption = await outputEncryption([], options, context.keys);
  const writing: SplitWriteOptions = {
    ...(encryption !== undefined && { encryption }),
    ...(options.decrypt === true && { decrypt: true }),
    ...(options.codec !== undefined && { codec: codecNamed(options.codec, context.plugIns) }),
    ...(options.rowGroupRows !== undefined && { rowGroupRows: options.rowGroupRows }),
  };
  if (!['rewrite', 'filter', 'sort'].includes(task) && Object.keys(writing).length > 0) {
    throw new UsageError(
      `--codec, --row-group-rows and encryption options are for tasks that write files, not for ${task}`,
    );
  }
  switch (task) {
    case 'rewrite':
      return rewriteTask(writing);
    case 'filter':
      if (where === undefined) throw new UsageError('--task filter requires --where');
      return filterTask({ ...writing, where: parsePredicate(where) });
    case 'sort':
      if (sortBy === undefined) throw new UsageError('--task sort requires --sort-by');
      return sortTask({ ...writing, by: sortBy.map(sortedBy) });
    case 'count':
      return countTask();
    case 'statistics':
      return statisticsTask(columns === undefined ? {} : { columns });
    default:
      return ownTask(task);
  }
}

function requireFor(task: string, needed: string, option: string, value: unknown): void {
  if (value !== undefined && task !== needed)
    throw new UsageError(`${option} requires --task ${needed}, but the task is ${task}`);
}

function sortedBy(text: string): { readonly column: string; readonly descending: boolean } {
  return text.startsWith('-') ? { column: text.slice(1), descending: true } : { column: text, descending: false };
}

/** Loads a task from a module. */
async function ownTask(path: string): Promise<SplitTask> {
  if (!/[./\\]/.test(path)) {
    throw new UsageError(
      `no task is named ${path}: use rewrite, filter, sort, count or statistics, or the path of a module, such as ./task.mjs`,
    );
  }
  let loaded: { readonly default?: unknown };
  try {
    loaded = await import(pathToFileURL(resolve(path)).href);
  } catch (error) {
    throw new UsageError(`--task ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const task = loaded.default as Partial<SplitTask> | undefined;
  if (typeof task?.run === 'function' && typeof task.name === 'string' && typeof task.writes === 'boolean')
    return task as SplitTask;
  throw new UsageError(`--task ${path}: the default export must be a task, { name, writes, run }`);
}
