/**
 * Reads the rows of a batch within the memory limit of one read. A lane is the reader of one column, together with its
 * queue of rows.
 *
 *   wave 1      read all lanes at the same time                a lane that runs out of memory stops and waits
 *   make room   free memory of the lanes that have finished    first their pages and the bytes read ahead, then their dictionaries
 *   wave 2      read the waiting lanes at the same time        at most as many lanes as finished in the previous wave
 *   ...
 *   last        read one lane alone                            with fewer rows; throws LIMIT if not even one row fits
 *
 * If the rows of all columns fit, there is only wave 1, and no page is read twice.
 */
import { isTurnDue, yieldToEventLoop } from '@marquetry/core';
import type { ColumnLane } from './column-lane.js';
import type { MemoryBudget } from './memory-budget.js';
import { runWaiting } from './waits.js';

export interface BatchFiller {
  /**
   * Reads the same number of rows, from 1 to `most`, of every column into the queue of the column. Returns that number.
   * @throws ParquetError LIMIT if not even one row fits in memory.
   */
  fill(most: number): Promise<number>;
}

/**
 * Returns how many bytes of a read's memory budget the rows of one batch may use. The rest is for pages, dictionaries
 * and the finished batch.
 *
 * A batch that the caller has dropped stays in memory until the engine collects it, and an engine may leave tens of
 * megabytes uncollected. If the budget is small, the caller probably wants the whole process to stay small, so rows get
 * a smaller share of the budget.
 */
function queueBytesOf({ totalBytes }: MemoryBudget, laneCount: number, areDropped: boolean): number {
  const ofLanes = Math.min(totalBytes * mostLanesShare, laneCount * laneBytes);
  const shared = (totalBytes - (areDropped ? standingBytes : 0)) * queueShare;
  return Math.floor(Math.max(totalBytes * leastQueueShare, ofLanes, shared));
}

const standingBytes = 2 ** 26;
const queueShare = 0.3;
const leastQueueShare = 1 / 16;
/**
 * Minimum number of bytes of values to request per column. Each request creates some kilobytes of objects per column,
 * however few rows it reads.
 */
const laneBytes = 2 ** 13;
const mostLanesShare = 1 / 8;

/**
 * Maximum number of columns whose bytes are fetched at the same time. This is enough to keep any source busy, but few
 * enough that the bytes read ahead fit in memory.
 */
const sideBySide = 128;

/**
 * Creates the object that fills batches.
 * @param areDropped True if the caller drops batches, so that the garbage collector frees them; false if batches are
 * recycled or moved to another thread.
 */
export function createBatchFiller(
  lanes: readonly ColumnLane[],
  budget: MemoryBudget,
  areDropped: boolean,
  signal: AbortSignal | undefined,
): BatchFiller {
  const queueBytes = queueBytesOf(budget, lanes.length, areDropped);
  /**
   * Number of lanes (column readers) to run at the same time. If more lanes are started than fit in memory, some of
   * their reads are wasted.
   */
  let waveSize = lanes.length;

  const fillWave = async (wave: readonly ColumnLane[], rows: number, rowBytes: number): Promise<ColumnLane[]> => {
    const waiting: ColumnLane[] = [];
    const fetching = new Set<Promise<void>>();
    for (const lane of wave) {
      while (isTurnDue()) await yieldToEventLoop(signal);
      if (fetching.size >= sideBySide) await Promise.race(fetching);
      // If one lane (column reader) ran out of memory, lanes that have not started would probably run out, too.
      if (waiting.length > 0) {
        waiting.push(lane);
        continue;
      }
      // Half of the memory is divided in proportion to the estimated bytes per row of each lane. The other half is
      // divided equally, because the sizes in the footer may be wrong.
      const share = Math.floor((queueBytes / 2) * (lane.rowBytes() / rowBytes + 1 / lanes.length));
      const filled = runWaiting(lane.fill(rows, share));
      if (filled === false) waiting.push(lane);
      else if (filled !== true) {
        const settled = filled.then((isFilled) => {
          fetching.delete(settled);
          if (!isFilled) waiting.push(lane);
        });
        // Prevent an unhandled rejection: if another lane (column reader) throws first, nothing awaits this promise.
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
      /**
       * The memory that finished lanes (readers that have read all rows of the batch) have freed so far: none, their
       * pages, or their pages and dictionaries.
       */
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
          // The next wave may run up to twice as many lanes (column readers) as this wave could fill.
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
