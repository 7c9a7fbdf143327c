/**
 * Columns of bytes that are read as text.
 */
import { onDemand } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';
import { formatPath } from '@marquetry/schema';
import type { ReadRowsOptions } from './read-rows-options.js';

const detection = onDemand(() => import('@marquetry/file/text-columns'));

/**
 * The same options with the columns of `text` in `as`: each column that holds text is `utf8`. Reads these columns, up to a value that is
 * not text. Rows of several files are alike if `file` gives the batches of all.
 * @throws ParquetError as `textColumns` of `@marquetry/file/text-columns`.
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
