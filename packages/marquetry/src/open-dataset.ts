/**
 * Opens many Parquet files as one table. The code is loaded when the first dataset is opened.
 */
import { onDemand } from '@marquetry/core';
import type { SourceInput } from '@marquetry/file';
import type { OpenParquetOptions, ParquetReader } from './parquet.js';
import type { NamedInput, OpenDatasetOptions, ParquetDataset } from './parquet-dataset.js';

const opening = /* @__PURE__ */ onDemand(() => import('./opened-dataset.js'));

/** Opens files as one table. Calls `open` to open each of the files. */
export async function openDatasetOf(
  inputs: readonly NamedInput[],
  open: (input: SourceInput, options: OpenParquetOptions) => Promise<ParquetReader>,
  options: OpenDatasetOptions,
): Promise<ParquetDataset> {
  return (await opening.load()).openDatasetOf(inputs, open, options);
}

/** Returns a name for an input: the URL or path, the name of a File, or `file` and the index of the input. */
export function nameOfInput(input: SourceInput, index: number): string {
  if (typeof input === 'string') return input;
  if (input instanceof URL) return input.href;
  if (typeof File !== 'undefined' && input instanceof File) return input.name;
  return `file ${index}`;
}
