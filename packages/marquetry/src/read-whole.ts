/**
 * Opens a file, reads from it, and closes it, in one call.
 */
import { requireKnownOptions } from '@marquetry/core';
import type { SourceInput } from '@marquetry/file';
import { openOptionNames } from './option-names.js';
import type { OpenParquetOptions, ParquetReader } from './parquet.js';

/** The type of `openParquet`, which the entry points for Node and for browsers define differently. */
export type OpenParquet = (input: SourceInput, options: OpenParquetOptions) => Promise<ParquetReader>;

/**
 * Opens a file, calls `read` with the file, and closes the file. The options of `openParquet` are passed to
 * `openParquet`, the options in `names` to `read`. `call` is the name of the exported function, for errors about unknown
 * options.
 */
export async function readWhole<T>(
  call: string,
  names: object,
  openParquet: OpenParquet,
  input: SourceInput,
  options: object,
  read: (file: ParquetReader, options: object) => Promise<T>,
): Promise<T> {
  requireKnownOptions(call, options, { ...openOptionNames, ...names });
  const optionsIn = (known: object): object =>
    Object.fromEntries(Object.entries(options).filter(([name]) => name in known));
  const file = await openParquet(input, optionsIn(openOptionNames));
  try {
    return await read(file, optionsIn(names));
  } finally {
    await file.close();
  }
}
