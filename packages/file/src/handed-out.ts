/**
 * Counts the batches that a read has returned and the engine has not garbage-collected yet, and slows the read down if
 * there are too many of them.
 *
 * A returned batch belongs to the caller, so the budget of the read does not count it. Most callers drop a batch before
 * they request the next. But engines free the memory of dropped buffers late: V8 starts a garbage collection when tens
 * of megabytes are garbage, and runs it in tasks of the event loop, while a read may allocate a gigabyte per second.
 *
 * So a read that has returned many bytes since the last full garbage collection starts one and yields to the event
 * loop. From then on, it yields once per `turnBytes` of batches. The first time, it also makes up for the batches that
 * it returned before without yielding.
 *
 * To notice a full garbage collection, a FinalizationRegistry watches a marker object that nothing else refers to. The
 * batches themselves are not registered: V8 keeps a registered object until its next full garbage collection, so
 * batches would move to the old generation, and the young generation would grow.
 */
import { boundGarbage, collectGarbage, type Limits, startCollection } from '@marquetry/core';

export interface HandedOut {
  /** Adds the bytes of a batch that is about to be returned, and subtracts them once it is garbage-collected. */
  count(byteLength: number): void;
  /** True if the read should yield to the event loop now. The caller yields once after each call that returns true. */
  isTurnDue(): boolean;
}

/** If the uncollected batches exceed this fraction of `limits.memoryBytes`, the read yields to the event loop. */
const freeShare = 1 / 4;
/**
 * If the uncollected batches exceed this fraction of `limits.memoryBytes`, the read forces a garbage collection at
 * once.
 */
const lateShare = 3 / 4;
/**
 * For each of this many bytes of returned batches, the read yields to the event loop once and registers one marker
 * object. The finalization of the marker shows that a full garbage collection has run.
 */
const turnBytes = 2 ** 20;
/** Maximum number of times that the read yields between two batches. */
const mostTurns = 64;
/**
 * After a forced garbage collection, the next one is forced only when the uncollected bytes have grown by this factor,
 * because the caller may be keeping the batches, and each forced garbage collection makes V8 drop compiled code.
 */
const askedGrowth = 2;

/** The global `FinalizationRegistry`, optional because some runtimes do not have it. */
interface Collections {
  readonly FinalizationRegistry?: new (
    collected: (byteLength: number) => void,
  ) => { register(target: object, byteLength: number): void };
}

/**
 * Creates the object that counts the batches of one read. It calls `start` to request a garbage collection, and
 * `collectNow` if that collection does not happen in time.
 */
export function createHandedOut(
  limits: Limits,
  start: () => void = startCollection,
  collectNow: () => void = collectGarbage,
): HandedOut {
  const { FinalizationRegistry: Registry }: Collections = globalThis as Collections;
  const { memoryBytes } = limits;
  const freeBytes = memoryBytes * freeShare;
  const lateBytes = memoryBytes * lateShare;
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
      if (heldBytes <= lateBytes) {
        start();
        askAt = lateBytes;
      } else {
        collectNow();
        askAt = heldBytes * askedGrowth;
      }
    },
    isTurnDue: () => {
      if (heldBytes <= freeBytes || turns < 1) return false;
      turns--;
      return true;
    },
  };
}
