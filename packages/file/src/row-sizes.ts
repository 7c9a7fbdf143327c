/** Estimates how many rows a batch of a given size in bytes has. */
import { onDemand } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import type { ParquetFile } from './parquet-file.js';
import type { RowSelection } from './row-ranges.js';

const sizes = /* @__PURE__ */ onDemand(() => import('./sampled-sizes.js'));

/**
 * Estimates how many rows, at least 1, a batch has if its columns take about `byteLength` bytes. The estimate comes
 * from the footer: from the row group with the largest rows in a sample of the selected row groups. Yields to the event
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
