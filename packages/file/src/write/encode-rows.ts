/** Encodes rows of one column, and yields to the event loop between pages. */
import type { ChunkWriter, WriteBatch, WrittenChunk } from '@marquetry/column-writer';
import { isTurnDue, withPlace, yieldToEventLoop } from '@marquetry/core';
import type { ColumnRows } from './column-rows.js';
import type { ColumnPlan } from './options.js';

/**
 * Passes the next `count` rows to `see`, and then adds them to the chunk. Throws the chunk writer's errors, with the
 * column's path added, and the signal's reason if it is aborted.
 */
export async function encodeRows(
  chunk: ChunkWriter,
  { path }: ColumnPlan,
  rows: ColumnRows,
  count: number,
  signal: AbortSignal,
  see?: (batch: WriteBatch) => void,
): Promise<void> {
  try {
    const batch = await rows.take(count);
    signal.throwIfAborted();
    see?.(batch);
    for (const _step of chunk.writeInSteps(batch)) if (isTurnDue()) await yieldToEventLoop(signal);
  } catch (error) {
    throw withPlace(error, { column: path });
  }
  if (isTurnDue()) await yieldToEventLoop(signal);
}

/** Completes the chunk and returns it. Throws the chunk writer's errors, and the signal's reason if it is aborted. */
export async function finishChunk(chunk: ChunkWriter, column: ColumnPlan, signal: AbortSignal): Promise<WrittenChunk> {
  return inColumn(column, async () => {
    const steps = chunk.finishInSteps();
    for (;;) {
      const { done, value } = steps.next();
      if (done === true) return value;
      if (isTurnDue()) await yieldToEventLoop(signal);
    }
  });
}

/** Runs `work`, and adds the column's path to the errors that it throws. */
export async function inColumn<T>({ path }: ColumnPlan, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw withPlace(error, { column: path });
  }
}
