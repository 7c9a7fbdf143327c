/**
 * A row group that is given as a whole, column by column.
 */
import { isTurnDue, yieldToEventLoop } from '@marquetry/core';
import { copiedChunk, isChunkCopy } from './chunk-copy.js';
import { type ColumnInput, columnRows } from './column-input.js';
import { portionRows } from './column-rows.js';
import { encodeRows, finishChunk, inColumn } from './encode-rows.js';
import type { ColumnPlan } from './options.js';
import { createChunk, encodedChunk, type PendingChunk } from './pending-chunk.js';
import { type RowGroupColumn, sameRows } from './write-columns.js';

/** A row group whose columns are encoded or found. */
export interface RowGroupPart {
  readonly rowCount: number;
  readonly chunks: readonly PendingChunk[];
}

/** Encodes the columns one by one, in the order of the schema. */
export async function encodeRowGroup(
  columns: readonly ColumnPlan[],
  inputs: readonly RowGroupColumn[],
  signal: AbortSignal,
): Promise<RowGroupPart> {
  const chunks: PendingChunk[] = [];
  for (const [i, column] of columns.entries()) {
    if (isTurnDue()) await yieldToEventLoop(signal);
    chunks.push(await encodeColumn(inputs[i] as RowGroupColumn, column, signal));
  }
  const counts = chunks.map((chunk) => chunk.rowCount);
  return { rowCount: sameRows(counts, columns), chunks };
}

async function encodeColumn(input: RowGroupColumn, column: ColumnPlan, signal: AbortSignal): Promise<PendingChunk> {
  if (isChunkCopy(input)) return copiedChunk(input, column, signal);
  const chunk = createChunk(column);
  for await (const piece of isPieces(input) ? input : [input]) {
    const rows = await inColumn(column, () => columnRows(column.leaf, piece, signal));
    const most = portionRows([rows]);
    let left = rows.rowCount;
    do {
      const count = Math.min(left, most);
      await encodeRows(chunk, column, rows, count, signal);
      left -= count;
    } while (left > 0);
  }
  return encodedChunk(await finishChunk(chunk, column, signal), column);
}

function isPieces(input: ColumnInput | AsyncIterable<ColumnInput>): input is AsyncIterable<ColumnInput> {
  return Symbol.asyncIterator in input;
}
