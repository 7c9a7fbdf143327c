/**
 * The batches that a read has handed out and the engine has not collected.
 *
 * They are not in the budget of the read, as they belong to the caller, and most callers drop each before the next. But an
 * engine is late to collect what is large and outside of its heap: V8 starts when tens of megabytes are garbage, and works on
 * it in tasks of the event loop, while a read makes a gigabyte a second. So a read that has handed out much since the last full
 * collection makes the engine start one, and lets the event loop turn: first as often as it has saved turns, then once per portion of what it
 * hands out.
 *
 * A collection shows by a marker that nothing else refers to. The batches themselves are not watched: V8 keeps what a
 * FinalizationRegistry refers to until its next full collection, which takes it into the old generation, and lets that for young
 * objects grow.
 */
import { boundGarbage, collectGarbage, type Limits, startCollection } from '@marquetry/core';

export interface HandedOut {
  /** Counts the bytes of a batch that is about to be returned, until the engine has collected it. */
  count(byteLength: number): void;
  /** True while a turn of the event loop is due. Each call that returns true counts as one turn. */
  isTurnDue(): boolean;
}

/** The share of `limits.memoryBytes` that batches returned since the last collection may take before turns are due. */
const freeShare = 1 / 4;
/** The share at which the engine is made to collect at once, because the requested collection is late. */
const lateShare = 3 / 4;
/** Bytes of batches per turn and per marker. */
const turnBytes = 2 ** 20;
/** The most turns between two batches. */
const mostTurns = 64;
/**
 * Another collection is requested when the uncollected bytes have grown by this factor: the caller may be keeping the
 * batches.
 */
const askedGrowth = 5 / 4;

/** The member that current engines have and that the project's type library lacks. */
interface Collections {
  readonly FinalizationRegistry?: new (
    collected: (byteLength: number) => void,
  ) => { register(target: object, byteLength: number): void };
}

/** Counts the batches of one read. Calls `start` to request a collection, and `collectNow` if it is late. */
export function createHandedOut(
  limits: Limits,
  start: () => void = startCollection,
  collectNow: () => void = collectGarbage,
): HandedOut {
  const { FinalizationRegistry: Registry }: Collections = globalThis as Collections;
  const { memoryBytes } = limits;
  const freeBytes = memoryBytes * freeShare;
  let heldBytes = 0;
  let unmarkedBytes = 0;
  let turns = 0;
  let askAt = freeBytes;
  const registry =
    Registry &&
    new Registry((byteLength) => {
      heldBytes -= byteLength;
      if (heldBytes <= freeBytes) askAt = freeBytes;
    });
  return {
    count: (byteLength) => {
      boundGarbage(limits);
      turns = Math.min(mostTurns, turns + byteLength / turnBytes);
      unmarkedBytes += byteLength;
      if (registry === undefined || unmarkedBytes < turnBytes) return;
      registry.register({}, unmarkedBytes);
      heldBytes += unmarkedBytes;
      unmarkedBytes = 0;
      if (heldBytes <= askAt) return;
      if (heldBytes > memoryBytes * lateShare) collectNow();
      else start();
      askAt = heldBytes * askedGrowth;
    },
    isTurnDue: () => {
      if (heldBytes <= freeBytes || turns < 1) return false;
      turns--;
      return true;
    },
  };
}
