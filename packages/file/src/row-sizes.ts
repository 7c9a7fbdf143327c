/**
 * Estimates how many rows a batch of a given size has.
 */
import { onDemand } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import type { ParquetFile } from './parquet-file.js';
import type { RowSelection } from './row-ranges.js';

const sizes = /* @__PURE__ */ onDemand(() => import('./sampled-sizes.js'));

/**
 * Returns the number of rows, at least 1, of a batch whose columns take about `byteLength` bytes. Estimates this number
 * from the footer, by the row group with the largest rows in a sample of the selected row groups. Yields to the event
 * loop while chunks are parsed.
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
