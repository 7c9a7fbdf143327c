/**
 * Opens a file, reads from it, and closes it, in one call.
 */
import { requireKnownOptions } from '@marquetry/core';
import type { SourceInput } from '@marquetry/file';
import { openOptionNames } from './option-names.js';
import type { OpenParquetOptions, ParquetReader } from './parquet.js';

/** Opens a file, with the code of one of the entry points. */
export type OpenParquet = (input: SourceInput, options: OpenParquetOptions) => Promise<ParquetReader>;

/** `call` is the name in errors; `names` contains the options that are passed to `read`, and the others open the file. */
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
