/**
 * Reads whole columns of a file in one call.
 */
import { onDemand } from '@marquetry/core';
import { readOptionNames, type SourceInput } from '@marquetry/file';
import type { AlignedColumns, ReadColumnsOptions } from '@marquetry/records/aligned';
import type { OpenParquetOptions } from './parquet.js';
import { type OpenParquet, readWhole } from './read-whole.js';

/** How a file is opened, and which of its columns and rows are read. */
export interface ReadParquetColumnsOptions extends OpenParquetOptions, ReadColumnsOptions {}

const aligned = onDemand(() => import('@marquetry/records/aligned'));

/** See `readColumns` of the entry points. */
export function readColumnsOver(
  open: OpenParquet,
  input: SourceInput,
  options: ReadParquetColumnsOptions,
): Promise<AlignedColumns> {
  return readWhole('readColumns', readOptionNames, open, input, options, async (file, read) =>
    (await aligned.load()).readAlignedColumns(file, read),
  );
}
