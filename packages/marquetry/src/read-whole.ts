/**
 * A read of a whole file in one call: opens it, reads, and closes it.
 */
import { requireKnownOptions } from '@marquetry/core';
import type { SourceInput } from '@marquetry/file';
import { openOptionNames } from './option-names.js';
import type { OpenParquetOptions, ParquetReader } from './parquet.js';

/** Opens a file, with the code of one of the entry points. */
export type OpenParquet = (input: SourceInput, options: OpenParquetOptions) => Promise<ParquetReader>;

/** `call` names the call in errors, `names` has the options that go to `read`; the others open the file. */
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
