/**
 * The batches that a read has handed out.
 *
 * They are not in the budget of the read, as they belong to the caller, and most callers drop each before the next. But an
 * engine is late to collect what is large and outside of its heap: V8 starts when tens of megabytes are garbage, and works on
 * it in tasks of the event loop, while a read makes a gigabyte a second. So a read lets the event loop turn once per portion
 * of what it hands out.
 *
 * Nothing watches what the engine has collected: V8 keeps what a FinalizationRegistry or a WeakRef refers to until its next
 * full collection, which takes all of these batches into the old generation, and lets that for young objects grow.
 */
import type { ColumnPiece } from '@marquetry/column';
import type { Limits } from '@marquetry/core';
import { valueBytes } from './nested-portions.js';

export interface HandedOut {
  /** Counts a batch, which is about to be handed out. */
  count(columns: readonly Pick<ColumnPiece, 'values' | 'slotCount' | 'nulls'>[]): void;
  /** True while a turn of the event loop is due; each call that says so counts one. */
  isTurnDue(): boolean;
}

/** The part of `limits.memoryBytes` that is handed out for each turn, but never less than {@link leastBytes}. */
const turnShare = 1 / 128;
const leastBytes = 2 ** 20;
/** Turns between two batches at most. */
const mostTurns = 64;

/** For the batches of one read. */
export function createHandedOut({ memoryBytes }: Limits): HandedOut {
  const turnBytes = Math.max(leastBytes, memoryBytes * turnShare);
  let turns = 0;
  return {
    count: (columns) => {
      let byteLength = 0;
      for (const { values, slotCount, nulls } of columns) {
        byteLength += valueBytes(values) + (nulls.kind === 'levels' ? 2 * slotCount : 0);
      }
      turns = Math.min(mostTurns, turns + byteLength / turnBytes);
    },
    isTurnDue: () => {
      if (turns < 1) return false;
      turns--;
      return true;
    },
  };
}
