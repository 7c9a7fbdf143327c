/** Opens the destination of rows: stdout, or a file (`-o`) that appears only when it is complete. */
import { stat } from 'node:fs/promises';
import type { Context } from './context.js';
import { UsageError } from './failure.js';
import type { Output } from './terminal/output.js';

/**
 * Calls `use` with the output to print to. If `use` rejects, a file at `path` is left unchanged, and a new file is not
 * created.
 */
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
    // Create the file even if nothing was printed.
    await sink.write(new Uint8Array(0), context.signal);
    await sink.close();
  } catch (error) {
    // Ignore errors of `abort`, so that the original error is the one reported.
    await sink.abort(error).catch(() => undefined);
    throw error;
  }
}

/**
 * Requires that `path` is a regular file or does not exist yet. Output is written to a temporary file, which is renamed
 * to `path`, and a directory or a device cannot be replaced in this way.
 * @throws UsageError otherwise.
 */
export async function requireReplaceable(path: string): Promise<void> {
  if (/^https?:\/\//i.test(path))
    throw new UsageError(`${path} is a URL, which cannot be written to: give the path of a file`);
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) throw new UsageError(`${path} is a directory: give the path of a file`);
  if (found !== undefined && !found.isFile())
    throw new UsageError(`${path} is not a regular file, and cannot be replaced: give another path`);
}

/**
 * Like {@link requireReplaceable}, and also requires that no file exists at `path`, unless `replace` is true.
 * @throws UsageError otherwise.
 */
export async function requireNew(path: string, replace: boolean): Promise<void> {
  await requireReplaceable(path);
  const found = replace ? undefined : await stat(path).catch(() => undefined);
  if (found !== undefined) throw new UsageError(`${path}: the file exists; use --replace to replace it`);
}
