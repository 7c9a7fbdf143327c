/**
 * Reads whole columns of a file in one call.
 */
import { onDemand } from '@marquetry/core';
import { readOptionNames, type SourceInput } from '@marquetry/file';
import type { AlignedColumns, ReadColumnsOptions } from '@marquetry/records/aligned';
import type { OpenParquetOptions } from './parquet.js';
import { type OpenParquet, readWhole } from './read-whole.js';

/** Options for opening a file and selecting its columns and rows. */
export interface ReadParquetColumnsOptions extends OpenParquetOptions, ReadColumnsOptions {}

const aligned = onDemand(() => import('@marquetry/records/aligned'));

/** Reads whole columns of a file into typed arrays, and closes the file. */
export function readColumnsOver(
  open: OpenParquet,
  input: SourceInput,
  options: ReadParquetColumnsOptions,
): Promise<AlignedColumns> {
  return readWhole('readColumns', readOptionNames, open, input, options, async (file, read) =>
    (await aligned.load()).readAlignedColumns(file, read),
  );
}
