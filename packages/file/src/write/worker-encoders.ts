/**
 * Encodes column chunks in workers. This thread checks rows and sends them to the workers, and continues while they are
 * encoded.
 *
 *   this thread   send a0 b0 c0   a1 b1 c1   ...   end   send a0 ...      pauses while too many bytes are queued
 *   worker        a0 ──── c0 ── a1 ──── c1 ── ... pages     ^
 *   worker           b0 ───── b1 ───── ...        pages  ───┘ stored when all columns are encoded
 */
import { type BatchCheck, createBatchCheck, type WriteBatch, type WrittenChunk } from '@marquetry/column-writer';
import { isTurnDue, type Limits, yieldToEventLoop } from '@marquetry/core';
import { type ColumnEncoder, type ColumnEncoders, ThreadEncoder } from './column-encoder.js';
import type { ColumnRows } from './column-rows.js';
import { createComingBytes } from './coming-bytes.js';
import { inColumn } from './encode-rows.js';
import type { ColumnPlan } from './options.js';
import { createOrderedWork, type OrderedWork } from './ordered-work.js';
import type { ParallelChunk, ParallelWriter } from './parallel-writer.js';
import { createChunk, encodedChunk } from './pending-chunk.js';
import type { PendingChunk } from './placed-chunk.js';

/** The fraction of `limits.memoryBytes` that rows sent to workers may use, not counting the latest message. */
const share = 1 / 8;

/**
 * Creates encoders that use `parallel`. A call resolves when its rows have been sent, and rejects if they are invalid.
 * Errors from encoding and storing rows are thrown by a later call or by `drain`.
 */
export function createWorkerEncoders(parallel: ParallelWriter, limits: Limits, signal: AbortSignal): ColumnEncoders {
  const chunks = parallel.openChunks();
  const work = createOrderedWork();
  const most = limits.memoryBytes * share;
  const made = new Set<ColumnPlan>();
  const ended = new Set<readonly ColumnEncoder[]>();
  let stored: Promise<void> = Promise.resolve();
  const finish = (encoder: ColumnEncoder): Promise<WrittenChunk> => {
    const chunk = encoder.finish();
    work.add(chunk, 0);
    return chunk;
  };
  return {
    open: (column) => {
      // Reject invalid options now, because otherwise only the worker would.
      if (!made.has(column)) createChunk(column);
      made.add(column);
      const chunk = chunks.open(column.options);
      return chunk === undefined
        ? new ThreadEncoder(column, signal)
        : createWorkerEncoder(column, chunk, work, most, signal);
    },
    finish,
    areSideBySide: true,
    get endedBytes(): number {
      let bytes = 0;
      for (const encoders of ended) bytes += heldBytes(encoders);
      return bytes;
    },
    end: async (open, store) => {
      const encoders = open.splice(0);
      ended.add(encoders);
      const finishing = encoders.map(finish);
      const before = stored;
      stored = (async () => {
        const pending: PendingChunk[] = [];
        for (const [i, chunk] of finishing.entries()) {
          pending.push(encodedChunk(await chunk, (encoders[i] as ColumnEncoder).column));
        }
        await before;
        await store(pending);
        ended.delete(encoders);
      })();
      work.add(stored, 0);
      if (isTurnDue()) await yieldToEventLoop(signal);
    },
    progress: work.progress,
    drain: work.drain,
    close: chunks.close,
  };
}

function heldBytes(encoders: readonly ColumnEncoder[]): number {
  return encoders.reduce((sum, { bufferedBytes, comingBytes }) => sum + bufferedBytes + comingBytes, 0);
}

function createWorkerEncoder(
  column: ColumnPlan,
  chunk: ParallelChunk,
  work: OrderedWork,
  most: number,
  signal: AbortSignal,
): ColumnEncoder {
  const check: BatchCheck = createBatchCheck(column.leaf);
  const coming = createComingBytes(column);
  let bufferedBytes = 0;

  const send = async (rows: ColumnRows, count: number, see?: (batch: WriteBatch) => void): Promise<void> => {
    const batch = await rows.take(count);
    signal.throwIfAborted();
    for (const _step of check.check(batch)) if (isTurnDue()) await yieldToEventLoop(signal);
    see?.(batch);
    const encoded = coming.add(batch);
    const written = inColumn(column, async () => {
      bufferedBytes = await chunk.write(batch);
      encoded();
    });
    work.add(written, byteLengthOf(batch));
  };
  return {
    column,
    get bufferedBytes(): number {
      return bufferedBytes;
    },
    get comingBytes(): number {
      return coming.bytes;
    },
    encode: async (rows, count, see) => {
      await inColumn(column, () => send(rows, count, see));
      if (isTurnDue()) await yieldToEventLoop(signal);
      while (work.bytes > most) await work.progress();
    },
    finish: (): Promise<WrittenChunk> => inColumn(column, () => chunk.finish()),
  };
}

/** Returns the size in bytes of a batch as it is sent to a worker, without its dictionary. */
function byteLengthOf({ values, nulls, slotCount }: WriteBatch): number {
  const levels = nulls.kind === 'levels' ? 2 * slotCount : slotCount / 8;
  switch (values.layout) {
    case 'bits':
      return levels + values.length / 8;
    case 'fixed':
      return levels + values.length * values.width;
    case 'dictionary':
      return levels + 4 * values.length;
    case 'bytes': {
      const { length, offsets } = values;
      return levels + 4 * length + (offsets[length] as number) - (offsets[0] as number);
    }
  }
}
