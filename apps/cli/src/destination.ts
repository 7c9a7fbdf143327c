/**
 * Where rows go: to stdout, or to a file (`-o`), which appears when it is whole.
 */
import { stat } from 'node:fs/promises';
import type { Context } from './context.js';
import { UsageError } from './failure.js';
import type { Output } from './terminal/output.js';

/** Calls `use` with the output to print to. If it rejects, the file at `path` stays as it was, or does not appear. */
export async function withDestination(
  path: string | undefined,
  context: Context,
  use: (output: Output) => Promise<void>,
): Promise<void> {
  if (path === undefined) return use(context.output);
  await requireReplaceable(path);
  const { openSink } = await import('@marquetry/file');
  const { createFileOutput } = await import('./terminal/file-output.js');
  const sink = openSink(path);
  try {
    await use(createFileOutput(sink, context.signal));
    // A file of no bytes is written, too.
    await sink.write(new Uint8Array(0), context.signal);
    await sink.close();
  } catch (error) {
    // The first error counts.
    await sink.abort(error).catch(() => undefined);
    throw error;
  }
}

/** @throws UsageError for anything but a file, or a new name: it could not be replaced by renaming. */
export async function requireReplaceable(path: string): Promise<void> {
  if (/^https?:\/\//i.test(path)) throw new UsageError(`${path}: a URL cannot be written to`);
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) throw new UsageError(`${path}: is a directory`);
  if (found !== undefined && !found.isFile()) throw new UsageError(`${path}: is not a regular file`);
}

/** @throws UsageError for a file that exists, unless it is to be replaced; and as {@link requireReplaceable}. */
export async function requireNew(path: string, replace: boolean): Promise<void> {
  await requireReplaceable(path);
  const found = replace ? undefined : await stat(path).catch(() => undefined);
  if (found !== undefined) throw new UsageError(`${path}: the file exists; --replace replaces it`);
}
