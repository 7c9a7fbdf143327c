/**
 * Finds files on disk by a path, a folder, or a pattern.
 */
import { stat } from 'node:fs/promises';
import { ParquetError } from '@marquetry/core';
import { escapePath, glob, isDynamicPattern } from 'tinyglobby';

/**
 * Returns the paths that `input` stands for, sorted, with `/` between names: a file itself; all files of a folder, at any depth, whose
 * names end in `.parquet`; or all files that match a pattern such as `data/2024-??.parquet`. Names that start with `.` or `_` are
 * skipped, unless the pattern names them.
 * @throws ParquetError INVALID_ARGUMENT if there is no such file.
 */
export async function listFiles(input: string): Promise<string[]> {
  const kind = await stat(input).then(
    (found) => (found.isDirectory() ? 'folder' : 'file'),
    () => undefined,
  );
  if (kind === 'file') return [input];
  if (kind === undefined && !isDynamicPattern(input))
    throw new ParquetError('INVALID_ARGUMENT', `${input}: no such file`);
  const pattern = kind === 'folder' ? `${escapePath(input.replace(/\/+$/, ''))}/**/*.parquet` : input;
  const ignore = kind === 'folder' ? ['**/_*', '**/_*/**'] : [];
  const found = await glob(pattern, { ignore, onlyFiles: true, expandDirectories: false });
  if (found.length > 0) return found.sort();
  const what = kind === 'folder' ? 'the folder has no file whose name ends in .parquet' : 'no file matches the pattern';
  throw new ParquetError('INVALID_ARGUMENT', `${input}: ${what}`);
}
