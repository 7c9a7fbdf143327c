/**
 * Encodes a row group that the caller passes as a whole, one column after another.
 */
import { isTurnDue, yieldToEventLoop } from '@marquetry/core';
import { copiedChunk } from './chunk-copy.js';
import { isChunkCopy } from './chunk-to-copy.js';
import type { ColumnEncoder, ColumnEncoders } from './column-encoder.js';
import { type ColumnInput, columnRows } from './column-input.js';
import { portionRows } from './column-rows.js';
import { inColumn } from './encode-rows.js';
import type { ColumnPlan } from './options.js';
import { encodedChunk } from './pending-chunk.js';
import type { PendingChunk } from './placed-chunk.js';
import { type RowGroupColumn, sameRows } from './write-columns.js';

/** A row group that is ready to be written. Its columns are encoded, or are chunks to copy. */
export interface RowGroupPart {
  readonly rowCount: number;
  readonly chunks: readonly PendingChunk[];
}

/** Encodes the columns of a row group. Reads the inputs one by one, in schema order. */
export async function encodeRowGroup(
  columns: readonly ColumnPlan[],
  inputs: readonly RowGroupColumn[],
  encoders: ColumnEncoders,
  signal: AbortSignal,
): Promise<RowGroupPart> {
  const encoding: Promise<PendingChunk>[] = [];
  for (const [i, column] of columns.entries()) {
    if (isTurnDue()) await yieldToEventLoop(signal);
    const input = inputs[i] as RowGroupColumn;
    if (isChunkCopy(input)) {
      await input.file.unlock([input.address.column], signal);
      encoding.push(Promise.resolve(copiedChunk(input, column, signal)));
      continue;
    }
    const encoder = encoders.open(column);
    await encodePieces(isPieces(input) ? input : [input], encoder, signal);
    const chunk = encoders.finish(encoder).then((written) => encodedChunk(written, column));
    // Prevent an unhandled rejection, because the promise may reject before it is awaited.
    chunk.catch(() => undefined);
    encoding.push(chunk);
    if (!encoders.areSideBySide) await chunk;
  }
  const chunks: PendingChunk[] = [];
  for (const chunk of encoding) chunks.push(await chunk);
  const counts = chunks.map((chunk) => chunk.rowCount);
  return { rowCount: sameRows(counts, columns), chunks };
}

async function encodePieces(
  pieces: AsyncIterable<ColumnInput> | Iterable<ColumnInput>,
  encoder: ColumnEncoder,
  signal: AbortSignal,
): Promise<void> {
  const { column } = encoder;
  for await (const piece of pieces) {
    const rows = await inColumn(column, () => columnRows(column.leaf, piece, signal));
    const most = portionRows([rows]);
    let left = rows.rowCount;
    do {
      const count = Math.min(left, most);
      await encoder.encode(rows, count);
      left -= count;
    } while (left > 0);
  }
}

function isPieces(input: ColumnInput | AsyncIterable<ColumnInput>): input is AsyncIterable<ColumnInput> {
  return Symbol.asyncIterator in input;
}
