/** Opens the FILE argument of a command. */
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FileDecryption, OpenedFooter, ParquetFile } from '@marquetry/file';
import type { ParquetReader } from 'marquetry';
import type { Context } from './context.js';
import { UsageError } from './failure.js';
import { lazyDecryption } from './keys/lazy-decryption.js';

/**
 * Opens a path, or an http(s) or file URL, and calls `use` with the file.
 * @throws UsageError if there is no such file; ParquetError if its contents are invalid.
 */
export function withInput<T>(
  name: string,
  context: Context,
  use: (file: ParquetFile) => Promise<T>,
  options: { readonly verifyChecksums?: boolean } = {},
): Promise<T> {
  return withOpened(name, use, (input) => openWith(input, context, options));
}

/** Returns the `decryption` option for commands that do not open files with {@link withInput} or {@link openInput}. */
export function decryptionOf({ keys }: Pick<Context, 'keys'>): FileDecryption {
  return lazyDecryption(keys);
}

/** Opens one of many files; the caller must close it. Throws the same errors as {@link withInput}. */
export function openInput(
  name: string,
  context: Context,
  options: { readonly verifyChecksums?: boolean; readonly signal?: AbortSignal | undefined },
): Promise<ParquetReader> {
  return opened(name, (input) => openWith(input, context, options));
}

async function openWith(
  input: string | URL,
  { keys, plugIns, signal }: Context,
  options: { readonly verifyChecksums?: boolean },
): Promise<ParquetReader> {
  const { openParquet } = await import('marquetry');
  return openParquet(input, { signal, decryption: lazyDecryption(keys), ...options, ...plugIns });
}

/** Like {@link withInput}, for commands that read only the footer. It does not load the code that reads pages. */
export function withFooter<T>(
  name: string,
  { keys = {}, signal }: Pick<Context, 'signal'> & Partial<Pick<Context, 'keys'>>,
  use: (footer: OpenedFooter) => Promise<T>,
): Promise<T> {
  return withOpened<T, OpenedFooter & Open>(name, use, async (input) => {
    const { openFooter, openSource } = await import('@marquetry/file');
    const source = await openSource(input, { signal });
    const footer = await openFooter(source, { signal, decryption: lazyDecryption(keys) });
    return { ...footer, close: async () => source.close?.() };
  });
}

interface Open {
  close(): Promise<void>;
}

async function withOpened<T, File extends Open>(
  name: string,
  use: (file: File) => Promise<T>,
  open: (input: string | URL) => Promise<File>,
): Promise<T> {
  const file = await opened(name, open);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

async function opened<File>(name: string, open: (input: string | URL) => Promise<File>): Promise<File> {
  const input = inputOf(name);
  try {
    // Before opening anything, check for mistakes that the user can correct.
    const path = input instanceof URL ? pathOf(input) : input;
    if (path !== undefined) await requireFile(path, name);
    return await open(input);
  } catch (error) {
    throw explained(error, name);
  }
}

function inputOf(name: string): string | URL {
  if (!/^(https?|file):\/\//i.test(name)) return name;
  try {
    return new URL(name);
  } catch (error) {
    throw explained(error, name);
  }
}

/** Returns the path of a file URL, and undefined for an http or https URL. */
function pathOf(url: URL): string | undefined {
  return url.protocol === 'file:' ? fileURLToPath(url) : undefined;
}

async function requireFile(path: string, name: string): Promise<void> {
  const found = await stat(path);
  if (found.isDirectory()) throw new UsageError(`${name} is a directory`);
  if (!found.isFile())
    throw new UsageError(
      `${name} is not a regular file; Parquet files are read from the end, so streams and devices cannot be read`,
    );
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ERR_INVALID_URL: 'not a valid URL',
  ERR_INVALID_FILE_URL_HOST: 'a file URL must not name a host: write file:///path',
};

function explained(error: unknown, path: string): unknown {
  // For an invalid path, the error may be a `ParquetError` whose cause is Node's error.
  const reason = reasonOf(error) ?? (error instanceof Error ? reasonOf(error.cause) : undefined);
  return reason === undefined ? error : new UsageError(`${path}: ${reason}`);
}

function reasonOf(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return code === undefined ? undefined : reasons[code];
}
