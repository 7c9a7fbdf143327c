/**
 * Finds files on disk by path, folder or pattern.
 */
import { stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ParquetError } from '@marquetry/core';
import { glob, isDynamicPattern } from 'tinyglobby';

const settings = { onlyFiles: true, expandDirectories: false };

/**
 * Returns the sorted paths of the files that `input` specifies: a file itself; all files in a folder, at any depth,
 * whose names end in `.parquet`; or all files that match a pattern such as `data/2024-??.parquet`. Files and folders
 * whose names start with `.` or `_` are skipped, unless the pattern names them. The separator in paths is `/`.
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
  const found = kind === 'folder' ? await filesIn(input) : await filesMatching(input);
  if (found.length > 0) return found.sort();
  const what =
    kind === 'folder' ? 'the folder contains no file whose name ends in .parquet' : 'no file matches the pattern';
  throw new ParquetError('INVALID_ARGUMENT', `${input}: ${what}`);
}

/**
 * Returns the `.parquet` files in a folder, at any depth. Skips files and folders whose names start with `_`, but the
 * path of the given folder itself may contain such names.
 */
async function filesIn(folder: string): Promise<string[]> {
  const found = await glob('**/*.parquet', { ...settings, cwd: folder, ignore: ['**/_*', '**/_*/**'] });
  return found.map((path) => withSlashes(join(folder, path)));
}

async function filesMatching(pattern: string): Promise<string[]> {
  const found = await glob(pattern, { ...settings, absolute: isAbsolute(pattern) });
  const names = pattern.split('/');
  const open = names.slice(names.findIndex((name) => isDynamicPattern(name)));
  if (open.some((name) => /(^|[{,(|])_/.test(name))) return found;
  const base = resolve(names.slice(0, names.length - open.length).join('/') || (isAbsolute(pattern) ? '/' : '.'));
  return found.filter(
    (path) =>
      !relative(base, path)
        .split(sep)
        .some((name) => name.startsWith('_')),
  );
}

function withSlashes(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}
