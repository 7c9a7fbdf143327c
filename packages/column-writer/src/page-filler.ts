/**
 * Turns batches of any size into pages: a stretch that fills a page is written from the batch's own memory; a shorter one is
 * copied and waits for the rows after it.
 *
 *   batch 1   |=== page 0 ===|=== page 1 ===|= wait
 *   batch 2                                  ing =|=== page 3 ===|= ...
 *                                  page 2 is written from the copy
 */
import type { Steps } from '@marquetry/core';
import { nextStretch, type Stretch } from './page-cuts.js';
import type { PageWriter } from './page-writer.js';
import { createPendingRows, levelsFor, sliceNulls } from './pending-rows.js';
import type { ChunkSettings } from './settings.js';
import type { WriteBatch } from './write-batch.js';

/** See {@link createPageFiller}. */
export interface PageFiller {
  /** Takes a batch that was checked, in a few steps per page. */
  write(batch: WriteBatch): Steps<void>;
  /** Writes the rows that wait, as one page. */
  finish(): Steps<void>;
  /** Bytes that waiting values take as PLAIN. */
  readonly pendingBytes: number;
}

/** Cuts batches at page bounds and gives them to `pages`. */
export function createPageFiller(settings: ChunkSettings, pages: PageWriter): PageFiller {
  const { leaf, pageBytes, pageRows, kernels, limits } = settings;
  const pending = createPendingRows(leaf, kernels, limits);

  const flush = function* (complete: boolean): Steps<void> {
    yield* pages.prepare(pending.slotCount);
    const { values, nulls, slotCount, rowCount } = pending.take();
    const to = values.length;
    yield* pages.write({ values, from: 0, to, nulls, slotCount }, rowCount, { values, from: 0, to, complete });
  };

  /** Writes a page from the batch's memory. All that is left of the batch can be sampled. */
  const writeDirectly = function* ({ values, nulls }: WriteBatch, stretch: Stretch): Steps<void> {
    yield* pages.prepare(stretch.valueTo - stretch.valueFrom);
    const { slotFrom, slotTo, valueFrom, valueTo, rowCount } = stretch;
    const own = sliceNulls(nulls, slotFrom, slotTo, leaf.maxDefinitionLevel);
    const content = { values, from: valueFrom, to: valueTo, nulls: own, slotCount: slotTo - slotFrom };
    yield* pages.write(content, rowCount, { values, from: valueFrom, to: values.length, complete: false });
  };

  return {
    *write(batch) {
      const rows = { ...batch, nulls: levelsFor(batch.nulls, leaf, batch.slotCount) };
      let slot = 0;
      let value = 0;
      while (slot < batch.slotCount) {
        const empty = pending.rowCount === 0;
        const room = { rows: pageRows - pending.rowCount, bytes: pageBytes - pending.bytes, empty };
        const stretch = nextStretch(rows, leaf, slot, value, room);
        if (stretch.full && empty) {
          yield* writeDirectly(rows, stretch);
        } else {
          if (stretch.rowCount > 0) pending.append(rows, stretch);
          if (stretch.full) yield* flush(false);
        }
        slot = stretch.slotTo;
        value = stretch.valueTo;
        if (slot < batch.slotCount) yield;
      }
    },
    *finish() {
      if (pending.rowCount > 0) yield* flush(pages.pages.length === 0);
    },
    get pendingBytes(): number {
      return pending.bytes;
    },
  };
}
