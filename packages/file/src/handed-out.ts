/**
 * The batches that a read has handed out and the engine has not collected.
 *
 * They are not in the budget of the read, as they belong to the caller, and most callers drop each before the next. But an
 * engine is late to collect what is large and outside of its heap: V8 starts when tens of megabytes are garbage, and works on
 * it in tasks of the event loop, while a read makes a gigabyte a second. So a read that has handed out much since the last full
 * collection asks for one, and lets the event loop turn: first as often as it has saved turns, then once per portion of what it
 * hands out.
 *
 * A collection shows by a marker that nothing else refers to. The batches themselves are not watched: V8 keeps what a
 * FinalizationRegistry refers to until its next full collection, which takes it into the old generation, and lets that for young
 * objects grow.
 */
import type { Limits } from '@marquetry/core';
import { askForCollection } from './ask-for-collection.js';

export interface HandedOut {
  /** Counts the bytes of a batch, which is about to be handed out, until the engine has collected what it was handed out with. */
  count(byteLength: number): void;
  /** True while a turn of the event loop is due; each call that says so counts one. */
  isTurnDue(): boolean;
}

/** The part of `limits.memoryBytes` that may be handed out since the last collection before turns are due. */
const freeShare = 1 / 4;
/** Bytes that are handed out for each turn, and for each marker. */
const turnBytes = 2 ** 20;
/** Turns between two batches at most. */
const mostTurns = 64;
/** Collections are asked for again when what is not collected has grown so many times: the caller may be keeping it. */
const askedGrowth = 5 / 4;

/** What the engines of today have; the types of the project do not ask for it. */
interface Collections {
  readonly FinalizationRegistry?: new (
    collected: (byteLength: number) => void,
  ) => { register(target: object, byteLength: number): void };
}

/** For the batches of one read. Calls `ask` when the engine is to collect. */
export function createHandedOut({ memoryBytes }: Limits, ask: () => void = askForCollection): HandedOut {
  const { FinalizationRegistry: Registry }: Collections = globalThis as Collections;
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
      turns = Math.min(mostTurns, turns + byteLength / turnBytes);
      unmarkedBytes += byteLength;
      if (registry === undefined || unmarkedBytes < turnBytes) return;
      registry.register({}, unmarkedBytes);
      heldBytes += unmarkedBytes;
      unmarkedBytes = 0;
      if (heldBytes <= askAt) return;
      ask();
      askAt = heldBytes * askedGrowth;
    },
    isTurnDue: () => {
      if (heldBytes <= freeBytes || turns < 1) return false;
      turns--;
      return true;
    },
  };
}
