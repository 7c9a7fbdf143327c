/**
 * One column of batches: a reader, and a queue of the rows that it has read and no batch has taken.
 *
 * Columns of a batch have the same rows. A column that stops early, as its values take more than its share, ends the batch
 * for all: what the others have read beyond waits in their queues.
 */
import type { ColumnPiece } from '@marquetry/column';
import { type Codec, isParquetError, type ParquetError, runSteps, runStepsInTurns, type Steps } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import type { ChunkLocation } from './chunk.js';
import { type ChunkPlace, type ChunkReader, createChunkReader } from './chunk-reader.js';
import type { FileContext } from './context.js';
import { gatherQueue, hasIndices, type LaneQueue, takeRows } from './lane-queue.js';
import type { MemoryBudget } from './memory-budget.js';
import type { RowRange } from './row-ranges.js';
import type { Waiting } from './waits.js';

export interface ColumnLane {
  readonly leaf: LeafNode;
  /** Rows in the queue. */
  rows(): number;
  /** Bytes that a row takes: by the footer at first, then by the rows that were read last. */
  rowBytes(): number;
  /** Why the last `fill` found no room. */
  refusal(): ParquetError | undefined;
  /**
   * Reads until the queue has `rows` rows, or fewer, at least one, if they take more than `targetBytes`. False when the
   * budget has no room: the lane is then parked, and the call can be repeated.
   */
  fill(rows: number, targetBytes: number): Waiting<boolean>;
  /** Takes rows from the queue, joined, in steps of about a millisecond. The caller has checked the number. */
  take(rows: number): Steps<ColumnPiece>;
  /** Takes all pieces of the queue as they are. */
  takePieces(): readonly ColumnPiece[];
  /** Drops what the reader holds; with `alsoDictionary` also the dictionary, for which the queue gathers its values. */
  park(alsoDictionary: boolean): Promise<void>;
}

export interface ColumnLaneOptions {
  /** That of the chunk, prepared. */
  readonly codec: Codec | undefined;
  readonly spaced: boolean;
  readonly flat: boolean;
  readonly signal: AbortSignal | undefined;
  readonly windowBytes: number | undefined;
  /**
   * Keeps of its reader only the place between batches, as so many columns have no room for more. The page, and a dictionary
   * that the queue does not need, are then read again for each batch.
   */
  readonly leavesReader: boolean;
}

/** What a slot of a flat column takes at least in memory, however small it was stored: runs of indices take nothing. */
const slotBytes = 4;
/** More than values unpack to, but for those that are made to: what the footer says beyond that is not believed. */
const expansion = 64;

/** Bytes that a row takes, by the footer. */
function expectedRowBytes({ leaf, metaData, rowCount }: ChunkLocation): number {
  const { totalUncompressedSize, totalCompressedSize } = metaData;
  const plausible = Math.min(totalUncompressedSize, expansion * totalCompressedSize);
  return Math.max(plausible / Math.max(rowCount, 1), leaf.maxRepetitionLevel > 0 ? 0 : slotBytes);
}

/** Opens the lane of a column; reads nothing. */
export function openLane(
  context: FileContext,
  location: ChunkLocation,
  range: RowRange,
  budget: MemoryBudget,
  options: ColumnLaneOptions,
): ColumnLane {
  const { leaf, rowCount } = location;
  const account = budget.open();
  /** Absent before the first rows are wanted, after the last were read, and where it was left. */
  let reader: ChunkReader | undefined;
  let place: ChunkPlace | undefined;
  const queue: LaneQueue = { pieces: [], taken: 0 };
  let rows = 0;
  let queueBytes = 0;
  let rowBytes = expectedRowBytes(location);
  let refusal: ParquetError | undefined;
  const rowsDone = (): number => reader?.rowsDone() ?? place?.rowsDone ?? 0;
  const isDone = (): boolean => rowsDone() >= range.to;

  const openReader = (): ChunkReader => {
    const partial = range.to - range.from < rowCount;
    reader ??= createChunkReader(context, location, { ...options, partial, budget, account }, place);
    return reader;
  };
  /** Keeps the place of the reader alone. The queue may go on to use the dictionary, which then stays counted. */
  const leaveReader = (keepsDictionary: boolean): void => {
    if (reader === undefined) return;
    const dictionaryBytes = account.held('dictionary');
    place = reader.leave();
    reader = undefined;
    if (keepsDictionary) account.hold('dictionary', dictionaryBytes);
  };
  const holdQueue = (): void => {
    account.hold('queue', queueBytes);
    if (rows === 0 && isDone()) account.hold('dictionary', 0);
  };

  /** Counts what {@link gatherQueue} has gathered. False if the dictionary must stay. */
  const dropDictionary = (gathered: number | undefined): boolean => {
    queueBytes += gathered ?? 0;
    return gathered !== undefined;
  };
  /** Where readers are left, there are many lanes, and their queues are short. */
  const leaveQuickly = (): void => {
    if (options.leavesReader && dropDictionary(runSteps(gatherQueue(queue, leaf, context)))) leaveReader(false);
  };

  return {
    leaf,
    rows: () => rows,
    rowBytes: () => rowBytes,
    refusal: () => refusal,
    *fill(wanted, targetBytes) {
      account.forgive();
      try {
        if (rowsDone() < range.from) yield* openReader().skipRows(range.from, range.to);
        const missing = Math.min(wanted - rows, range.to - rowsDone());
        if (missing > 0) {
          const pieces = yield* openReader().readRows(missing, Math.max(0, targetBytes - queueBytes));
          const bytes = account.held('request');
          const count = pieces.reduce((sum, { rowCount: each }) => sum + each, 0);
          account.hold('request', 0);
          queue.pieces.push(...pieces);
          rows += count;
          queueBytes += bytes;
          if (count > 0) rowBytes = bytes / count;
          account.hold('queue', queueBytes);
          if (isDone()) leaveReader(hasIndices(queue));
          else leaveQuickly();
        }
        return true;
      } catch (error) {
        if (account.refusal === undefined || !isParquetError(error)) throw error;
        refusal = error;
        leaveQuickly();
        return false;
      }
    },
    take: (count) => {
      queueBytes = rows === count ? 0 : Math.ceil((queueBytes * (rows - count)) / rows);
      rows -= count;
      holdQueue();
      return takeRows(queue, count, leaf, context);
    },
    takePieces: () => {
      const { pieces } = queue;
      queue.pieces = [];
      rows = 0;
      queueBytes = 0;
      holdQueue();
      return pieces;
    },
    park: async (alsoDictionary) => {
      const dropsDictionary =
        alsoDictionary && dropDictionary(await runStepsInTurns(gatherQueue(queue, leaf, context), options.signal));
      reader?.park(dropsDictionary);
      if (dropsDictionary && reader === undefined) account.hold('dictionary', 0);
    },
  };
}
