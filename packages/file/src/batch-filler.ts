/**
 * Fills the lanes of a batch within the memory of one read.
 *
 *   wave 1    all lanes side by side                           a lane that finds no room gives way, and waits
 *   room      lanes that are filled are parked                 first pages and windows, then dictionaries too
 *   wave 2    those that wait, side by side again              no more than a wave has been able to fill
 *   ...       one alone, with all others parked                for fewer rows; LIMIT if even one finds no room
 *
 * Where everything fits, wave 1 is the only one, and nothing is read twice.
 */
import { isTurnDue, yieldToEventLoop } from '@marquetry/core';
import type { ColumnLane } from './column-lane.js';
import type { MemoryBudget } from './memory-budget.js';
import { runWaiting } from './waits.js';

export interface BatchFiller {
  /** Gives every lane the same rows, `most` at most and one at least; returns how many. @throws ParquetError LIMIT. */
  fill(most: number): Promise<number>;
}

/**
 * The part of a budget that the rows of a batch may take: what they are made from, and made into, takes the rest. Batches
 * that were handed out and are dropped stay in memory until the engine collects them, and it lets some tens of megabytes stand:
 * a small budget, which is to keep the whole process small, has small batches then.
 */
function queueBytesOf({ totalBytes }: MemoryBudget, laneCount: number, areDropped: boolean): number {
  const ofLanes = Math.min(totalBytes * mostLanesShare, laneCount * laneBytes);
  const shared = (totalBytes - (areDropped ? standingBytes : 0)) * queueShare;
  return Math.floor(Math.max(totalBytes * leastQueueShare, ofLanes, shared));
}

const standingBytes = 2 ** 26;
const queueShare = 0.3;
const leastQueueShare = 1 / 16;
/** A request makes objects of some kilobytes for each lane, however few its rows are: it is worth as many bytes of values. */
const laneBytes = 2 ** 13;
const mostLanesShare = 1 / 8;

/** Lanes that fetch at the same time: enough to keep any source busy, and few enough that their windows fit. */
const sideBySide = 128;

/** @param areDropped False where batches are given back, or moved to another thread. */
export function createBatchFiller(
  lanes: readonly ColumnLane[],
  budget: MemoryBudget,
  areDropped: boolean,
  signal: AbortSignal | undefined,
): BatchFiller {
  const queueBytes = queueBytesOf(budget, lanes.length, areDropped);
  /** Lanes to read side by side; more than fit only cost reads that are given up. */
  let waveSize = lanes.length;

  const fillWave = async (wave: readonly ColumnLane[], rows: number, rowBytes: number): Promise<ColumnLane[]> => {
    const waiting: ColumnLane[] = [];
    const fetching = new Set<Promise<void>>();
    for (const lane of wave) {
      while (isTurnDue()) await yieldToEventLoop(signal);
      if (fetching.size >= sideBySide) await Promise.race(fetching);
      // Where one found no room, those that have not begun will hardly find any.
      if (waiting.length > 0) {
        waiting.push(lane);
        continue;
      }
      // Half by what rows took so far, half alike: what the footer says may be wrong.
      const share = Math.floor((queueBytes / 2) * (lane.rowBytes() / rowBytes + 1 / lanes.length));
      const filled = runWaiting(lane.fill(rows, share));
      if (filled === false) waiting.push(lane);
      else if (filled !== true) {
        const settled = filled.then((isFilled) => {
          fetching.delete(settled);
          if (!isFilled) waiting.push(lane);
        });
        // Should another lane throw before all are awaited, this one may reject unseen.
        settled.catch(() => undefined);
        fetching.add(settled);
      }
    }
    await Promise.all(fetching);
    return waiting;
  };

  return {
    fill: async (most) => {
      const rowBytes = lanes.reduce((sum, lane) => sum + lane.rowBytes(), 0) || 1;
      let rows = Math.max(1, Math.min(most, Math.floor(queueBytes / rowBytes)));
      let waiting = lanes.filter((lane) => lane.rows() < rows);
      /** What filled lanes have dropped: nothing, pages, or dictionaries too. */
      let dropped: 'nothing' | 'pages' | 'dictionaries' = 'nothing';
      while (waiting.length > 0) {
        const wave = waiting.slice(0, waveSize);
        const refused = await fillWave(wave, rows, rowBytes);
        if (refused.length === 0 && wave.length === waiting.length) {
          for (const lane of wave) rows = Math.min(rows, lane.rows());
          return rows;
        }
        const filled = wave.length - refused.length;
        if (filled > 0) dropped = 'nothing';
        const isWaiting = new Set([...refused, ...waiting.slice(waveSize)]);
        for (const lane of wave) if (!isWaiting.has(lane)) rows = Math.min(rows, lane.rows());
        waiting = lanes.filter((lane) => isWaiting.has(lane) && lane.rows() < rows);
        if (refused.length === 0) {
          // What a wave filled, the next may exceed by as much again.
          if (waiting.length > 0) waveSize *= 2;
          continue;
        }
        if (filled === 0 && dropped === 'dictionaries') {
          const [first] = refused;
          if (wave.length === 1) {
            const refusal = first?.refusal();
            if (rows === 1 && refusal !== undefined) throw refusal;
            rows = Math.max(1, rows >> 3);
          }
          waveSize = 1;
          continue;
        }
        if (filled > 0) waveSize = filled;
        dropped = dropped === 'nothing' ? 'pages' : 'dictionaries';
        for (const lane of lanes) {
          if (dropped === 'dictionaries' || !isWaiting.has(lane)) await lane.park(dropped === 'dictionaries');
        }
      }
      return rows;
    },
  };
}
