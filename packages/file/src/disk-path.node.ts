/** Checks the paths of files on disk, and puts the path that the caller passed into file-system errors (Node). */
import type { Stats } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ParquetError } from '@marquetry/core';

/**
 * Returns the path of a file that the caller passed as a path or as a `file:` URL (a string or a URL object).
 * @throws ParquetError INVALID_ARGUMENT for a path with a NUL character, or a URL that is not a valid `file:` URL.
 */
export function diskPath(given: string | URL): string {
  const path = typeof given === 'string' && !/^file:/i.test(given) ? given : pathOfUrl(given);
  if (!path.includes('\0')) return path;
  const shown = JSON.stringify(path);
  throw new ParquetError('INVALID_ARGUMENT', `a path must not contain NUL (\\u0000), got ${shown}`);
}

function pathOfUrl(url: string | URL): string {
  try {
    return fileURLToPath(url);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ParquetError('INVALID_ARGUMENT', `${url} is not a valid file URL: ${why}`, {}, { cause: error });
  }
}

/**
 * Describes a path that is not a regular file, for errors: for example, `a named pipe`. Returns `undefined` for a
 * regular file.
 */
export function unlikeFile(stats: Stats): string | undefined {
  if (stats.isFile()) return undefined;
  if (stats.isDirectory()) return 'a directory';
  if (stats.isFIFO()) return 'a named pipe';
  if (stats.isSocket()) return 'a socket';
  if (stats.isCharacterDevice() || stats.isBlockDevice()) return 'a device';
  return 'not a regular file';
}

/** Replaces the path in a file-system error with the path that the caller passed. Returns other errors unchanged. */
export function namingPath(error: unknown, given: string): unknown {
  const { code, errno, syscall, path, message } = error as NodeJS.ErrnoException;
  if (!(error instanceof Error) || code === undefined || path === undefined || path === given) return error;
  const reason = message.split(', ')[0] ?? code;
  const named = new Error(`${reason}, ${syscall} '${given}'`, { cause: error });
  return Object.assign(named, { code, errno, syscall, path: given });
}
