/**
 * Opens the FILE of a command.
 */
import { stat } from 'node:fs/promises';
import type { ParquetFile } from '@marquetry/file';
import type { Context } from './context.js';
import { UsageError } from './failure.js';

type Use<T> = (file: ParquetFile) => Promise<T>;

/**
 * Calls `use` with the file open: a path, or an http(s) or file URL.
 * @throws UsageError when there is no such file; ParquetError for what is in it.
 */
export function withInput<T>(name: string, context: Context, use: Use<T>): Promise<T> {
  return withOpened(name, use, async (input) => {
    const { openParquet } = await import('marquetry');
    return openParquet(input, { ...context.plugIns, signal: context.signal });
  });
}

/** {@link withInput} for a command that decodes nothing, and therefore loads neither kernels nor writers of rows. */
export function withFooter<T>(name: string, context: Context, use: Use<T>): Promise<T> {
  return withOpened(name, use, async (input) => {
    const { openFile, openSource } = await import('@marquetry/file');
    const { plugIns, signal } = context;
    return openFile(await openSource(input, signal), { ...plugIns, signal });
  });
}

async function withOpened<T>(
  name: string,
  use: Use<T>,
  open: (input: string | URL) => Promise<ParquetFile>,
): Promise<T> {
  const isUrl = /^(https?|file):\/\//i.test(name);
  if (!isUrl) await requireFile(name);
  let file: ParquetFile;
  try {
    file = await open(isUrl ? new URL(name) : name);
  } catch (error) {
    throw explained(error, name);
  }
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

async function requireFile(path: string): Promise<void> {
  const found = await stat(path).catch((error: unknown) => {
    throw explained(error, path);
  });
  if (found.isDirectory()) throw new UsageError(`${path}: is a directory`);
  if (!found.isFile()) throw new UsageError(`${path}: is not a regular file; Parquet is read from its end`);
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ERR_INVALID_URL: 'not a valid URL',
  ERR_INVALID_FILE_URL_HOST: 'a file URL names no host here: file:///path',
};

function explained(error: unknown, path: string): unknown {
  // A path that cannot be one is an error of ours, whose cause is Node's.
  const reason = reasonOf(error) ?? (error instanceof Error ? reasonOf(error.cause) : undefined);
  return reason === undefined ? error : new UsageError(`${path}: ${reason}`);
}

function reasonOf(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return code === undefined ? undefined : reasons[code];
}
