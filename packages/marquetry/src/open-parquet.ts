/**
 * Opening a Parquet file with the standard encodings and codecs, by code that is loaded when the first one is opened.
 */
import { type Kernels, onDemand } from '@marquetry/core';
import type { SourceInput } from '@marquetry/file';
import type { OpenParquetOptions, ParquetReader } from './parquet.js';

const opening = /* @__PURE__ */ onDemand(() => import('./opened-parquet.js'));

/** A whole file, opened over these kernels, which the default encodings and codecs use too. They load beside the code. */
export async function openOver(
  kernels: Kernels | undefined | Promise<Kernels>,
  input: SourceInput,
  options: OpenParquetOptions,
): Promise<ParquetReader> {
  const [loaded, over] = await Promise.all([opening.load(), kernels]);
  return loaded.openOver(over, input, options);
}
