/** Finds the byte-array columns that can be read as text. */
import { onDemand } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';
import { formatPath } from '@marquetry/schema';
import type { ReadRowsOptions } from './read-rows-options.js';

const detection = onDemand(() => import('@marquetry/file/text-columns'));

/**
 * Replaces the `text` option with entries in `as`: `utf8` for each column that contains only text. Reads each column up
 * to its first value that is not text. If `file` yields the batches of several files, a column must contain only text
 * in all of them.
 * @throws ParquetError as `textColumns` from `@marquetry/file/text-columns` does.
 */
export async function chooseTextForms(
  file: Pick<ParquetFile, 'schema' | 'leafBatches'>,
  options: ReadRowsOptions,
): Promise<ReadRowsOptions> {
  const { text = false, ...rest } = options;
  if (text === false) return rest;
  const { as, asKind: _kinds, values: _values, maps: _maps, pin: _pin, variants: _variants, ...read } = rest;
  const forms: Record<string, 'utf8'> = {};
  const { textColumns } = await detection.load();
  for (const { path } of await textColumns(file, text, read)) forms[formatPath(path)] = 'utf8';
  return { ...rest, as: { ...forms, ...as } };
}
