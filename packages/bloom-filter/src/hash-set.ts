/**
 * A set of 64-bit hashes. It counts distinct hashes, so that the size of a filter can be chosen when the chunk is
 * complete.
 */
import { runSteps, type Steps } from '@marquetry/core';

export interface HashSet {
  /** Number of distinct hashes. */
  readonly size: number;
  /** Number of bytes of the hash table: 16 to 32 per hash, and at least 8 KiB. */
  readonly byteLength: number;
  add(low: number, high: number): void;
  /**
   * Reserves memory for `count` more hashes, in steps of about a millisecond. Does nothing while the hash table is so
   * small that `add` can enlarge it quickly.
   */
  reserve(count: number): Steps<void>;
  /** Calls `action` with each hash, in steps of about a millisecond. */
  each(action: (low: number, high: number) => void): Steps<void>;
}

/**
 * Hash tables with fewer 32-bit words than this are enlarged by a single call of `add` instead of in steps, because
 * that takes only a few milliseconds.
 */
const longWords = 2 ** 19;
/**
 * Number of words to move per step when a hash table is enlarged. Such a step takes about a millisecond, because hashes
 * are written to random places in the larger table.
 */
const stepWords = 2 ** 17;

/**
 * Creates an empty set, implemented as an open-addressed hash table. A slot contains the two words of a hash, whose
 * lower bits select the slot. A free slot contains (0, 0), so a separate flag records whether the hash (0, 0) was
 * added.
 */
export function createHashSet(): HashSet {
  let slots = new Int32Array(2 * 1024);
  let taken = 0;
  let hasZero = false;

  const place = (table: Int32Array, low: number, high: number): boolean => {
    const mask = table.length / 2 - 1;
    let slot = low & mask;
    for (;;) {
      const l = table[2 * slot] as number;
      const h = table[2 * slot + 1] as number;
      if (l === low && h === high) return false;
      if (l === 0 && h === 0) break;
      slot = (slot + 1) & mask;
    }
    table[2 * slot] = low;
    table[2 * slot + 1] = high;
    return true;
  };
  const eachSlot = function* (action: (low: number, high: number) => void): Steps<void> {
    for (let from = 0; from < slots.length; from += stepWords) {
      const to = Math.min(slots.length, from + stepWords);
      for (let i = from; i < to; i += 2) {
        const low = slots[i] as number;
        const high = slots[i + 1] as number;
        if (low !== 0 || high !== 0) action(low, high);
      }
      if (to < slots.length) yield;
    }
  };
  const grow = function* (length: number): Steps<void> {
    const larger = new Int32Array(length);
    yield* eachSlot((low, high) => place(larger, low, high));
    slots = larger;
  };

  return {
    get size(): number {
      return taken + (hasZero ? 1 : 0);
    },
    get byteLength(): number {
      return slots.byteLength;
    },
    add(low, high) {
      if (low === 0 && high === 0) {
        hasZero = true;
        return;
      }
      if (!place(slots, low, high)) return;
      taken++;
      if (4 * taken > slots.length) runSteps(grow(2 * slots.length));
    },
    *reserve(count) {
      let { length } = slots;
      if (length < longWords) return;
      while (4 * (taken + count) > length) length *= 2;
      if (length > slots.length) yield* grow(length);
    },
    *each(action) {
      if (hasZero) action(0, 0);
      yield* eachSlot(action);
    },
  };
}
