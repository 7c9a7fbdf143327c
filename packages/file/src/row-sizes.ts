/**
 * How many rows to read at a time.
 */
import { onDemand } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import type { ParquetFile } from './parquet-file.js';
import type { RowSelection } from './row-ranges.js';

const sizes = /* @__PURE__ */ onDemand(() => import('./sampled-sizes.js'));

/**
 * Rows of a batch whose columns take about `byteLength` bytes, by what the footer says of the row group with
 * the largest rows, of a sample of those that are selected; at least 1. The event loop turns while chunks are looked at.
 * @throws The reason of the signal.
 */
export async function rowsWithin(
  file: ParquetFile,
  leaves: readonly LeafNode[],
  byteLength: number,
  selection: RowSelection & { readonly signal?: AbortSignal } = {},
): Promise<number> {
  return (await sizes.load()).rowsWithin(file, leaves, byteLength, selection);
}
