/** Counts the rows of a file that match the predicate of `--where`. */
import type { ParquetFile } from '@marquetry/file';
import * as prune from '@marquetry/prune';
import type { Context } from '../context.js';
import { variantPathsOf } from '../variant-paths.js';
import { readWhere } from './read-where.js';

/** Returns the number of rows that match the predicate `text`. @throws UsageError if the predicate is invalid. */
export async function countMatching(
  file: ParquetFile,
  text: string,
  { signal }: Pick<Context, 'signal'>,
): Promise<number> {
  const paths = await variantPathsOf(file);
  return (paths ?? prune).countRows(file, { where: readWhere(text, file, paths).where, signal });
}
