/**
 * Counts the batches that a read has returned and the engine has not collected yet.
 *
 * These batches are not in the budget of the read: they belong to the caller, and most callers drop a batch before they request the next. But engines
 * collect buffers outside of their heap late. V8 starts when tens of megabytes are garbage, and collects in tasks of the event loop, while a read
 * allocates a gigabyte per second. So a read that has returned many bytes since the last full collection makes the engine start one and yields to the
 * event loop: at first for all the turns that it has saved up, then once per `turnBytes` of batches.
 *
 * A FinalizationRegistry watches a marker object that nothing else refers to: when the marker is collected, there was a full collection. The batches
 * themselves are not registered: V8 keeps registered objects until its next full collection, which promotes them to the old generation, and lets the
 * young generation grow.
 */
import { boundGarbage, collectGarbage, type Limits, startCollection } from '@marquetry/core';

export interface HandedOut {
  /** Counts the bytes of a batch that is about to be returned, until the engine has collected it. */
  count(byteLength: number): void;
  /** True while the read should yield to the event loop. Each call that returns true counts as one turn. */
  isTurnDue(): boolean;
}

/** If the uncollected batches exceed this fraction of `limits.memoryBytes`, the read yields to the event loop. */
const freeShare = 1 / 4;
/**
 * If the uncollected batches exceed this fraction of `limits.memoryBytes`, the read forces a garbage collection at
 * once.
 */
const lateShare = 3 / 4;
/** After each batch memory of this size, the read yields once to the event loop and registers one marker object. */
const turnBytes = 2 ** 20;
/** Maximum number of times that the read yields between two batches. */
const mostTurns = 64;
/**
 * After a collection, the next one is requested only when the uncollected bytes have grown by this factor, because the caller
 * may be keeping the batches.
 */
const askedGrowth = 5 / 4;

/** The type of `FinalizationRegistry`, which the project's type library does not have. */
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
