/**
 * Turns batches of any size into pages. If a batch has enough rows to fill a page, the page is written directly from
 * the arrays of the batch. Otherwise, the rows are copied, and the copy waits for more rows.
 *
 *   batch 1   |=== page 0 ===|=== page 1 ===|= wait
 *   batch 2                                  ing =|=== page 3 ===|= ...
 *                                  page 2 is written from the copy
 */
import type { Steps } from '@marquetry/core';
import { nextStretch, type Stretch } from './page-cuts.js';
import type { PageWriter } from './page-writer.js';
import { createPendingRows, levelsFor, type PendingRows, sliceNulls } from './pending-rows.js';
import type { ChunkSettings } from './settings.js';
import type { WriteBatch } from './write-batch.js';

/** Divides rows into pages. Created by {@link createPageFiller}. */
export interface PageFiller {
  /** Adds a batch that was already checked. Each page takes a few steps, between which the event loop can run. */
  write(batch: WriteBatch): Steps<void>;
  /** Writes the copied rows as one page, even if they do not fill it. */
  finish(): Steps<void>;
  /** Number of bytes, when PLAIN-encoded, of the copied values that are not in a page yet. */
  readonly pendingBytes: number;
}

/** Creates a filler that divides batches into pages and passes them to the page writer `pages`. */
export function createPageFiller(settings: ChunkSettings, pages: PageWriter): PageFiller {
  return new CutPages(settings, pages);
}

/** The filler is a class to save memory, because there is one object per chunk. */
class CutPages implements PageFiller {
  declare private readonly settings: ChunkSettings;
  declare private readonly pages: PageWriter;
  declare private readonly pending: PendingRows;

  constructor(settings: ChunkSettings, pages: PageWriter) {
    const { leaf, kernels, limits } = settings;
    this.settings = settings;
    this.pages = pages;
    this.pending = createPendingRows(leaf, kernels, limits);
  }

  *write(batch: WriteBatch): Steps<void> {
    const { pending } = this;
    const { leaf, pageBytes, pageRows } = this.settings;
    const rows = { ...batch, nulls: levelsFor(batch.nulls, leaf, batch.slotCount) };
    let slot = 0;
    let value = 0;
    while (slot < batch.slotCount) {
      const empty = pending.rowCount === 0;
      const room = { rows: pageRows - pending.rowCount, bytes: pageBytes - pending.bytes, empty };
      const stretch = nextStretch(rows, leaf, slot, value, room);
      if (stretch.full && empty) {
        yield* this.writeDirectly(rows, stretch);
      } else {
        if (stretch.rowCount > 0) pending.append(rows, stretch);
        if (stretch.full) yield* this.flush(false);
      }
      slot = stretch.slotTo;
      value = stretch.valueTo;
      if (slot < batch.slotCount) yield;
    }
  }

  *finish(): Steps<void> {
    if (this.pending.rowCount > 0) yield* this.flush(this.pages.pages.length === 0);
  }

  get pendingBytes(): number {
    return this.pending.bytes;
  }

  private *flush(complete: boolean): Steps<void> {
    const { pages, pending } = this;
    yield* pages.prepare(pending.slotCount);
    const { values, nulls, slotCount, rowCount } = pending.take();
    const to = values.length;
    yield* pages.write({ values, from: 0, to, nulls, slotCount }, rowCount, { values, from: 0, to, complete });
  }

  /**
   * Writes a page directly from the arrays of the batch, without copying its values first. If an encoding must be
   * chosen, the sample may also include later rows of the batch.
   */
  private *writeDirectly({ values, nulls }: WriteBatch, stretch: Stretch): Steps<void> {
    const { pages, settings } = this;
    yield* pages.prepare(stretch.valueTo - stretch.valueFrom);
    const { slotFrom, slotTo, valueFrom, valueTo, rowCount } = stretch;
    const own = sliceNulls(nulls, slotFrom, slotTo, settings.leaf.maxDefinitionLevel);
    const content = { values, from: valueFrom, to: valueTo, nulls: own, slotCount: slotTo - slotFrom };
    yield* pages.write(content, rowCount, { values, from: valueFrom, to: values.length, complete: false });
  }
}
