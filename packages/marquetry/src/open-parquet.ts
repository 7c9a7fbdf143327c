/**
 * Opens Parquet files with the standard encodings and codecs. The code is loaded when the first file is opened.
 */
import { type Kernels, onDemand } from '@marquetry/core';
import type { SourceInput } from '@marquetry/file';
import type { OpenParquetOptions, ParquetReader } from './parquet.js';

const opening = /* @__PURE__ */ onDemand(() => import('./opened-parquet.js'));

/**
 * Opens a file with the given kernels, which the default encodings and codecs also use. Awaits the kernels and loads
 * the code of the reader in parallel.
 */
export async function openOver(
  kernels: Kernels | undefined | Promise<Kernels>,
  input: SourceInput,
  options: OpenParquetOptions,
): Promise<ParquetReader> {
  const [loaded, over] = await Promise.all([opening.load(), kernels]);
  return loaded.openOver(over, input, options);
}
