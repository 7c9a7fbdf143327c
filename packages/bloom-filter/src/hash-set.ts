/**
 * Distinct 64-bit hashes, so that a filter can be sized when the chunk is complete.
 */

export interface HashSet {
  /** Distinct hashes. */
  readonly size: number;
  /** Bytes of the table: 16 to 32 per hash, at least 8 KiB. */
  readonly byteLength: number;
  add(low: number, high: number): void;
  each(action: (low: number, high: number) => void): void;
}

/**
 * Open addressing by the hash itself, two words per slot. (0, 0) marks a free slot, so that hash is remembered in a flag.
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
  const eachSlot = (action: (low: number, high: number) => void): void => {
    for (let i = 0; i < slots.length; i += 2) {
      const low = slots[i] as number;
      const high = slots[i + 1] as number;
      if (low !== 0 || high !== 0) action(low, high);
    }
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
      if (4 * taken <= slots.length) return;
      const larger = new Int32Array(2 * slots.length);
      eachSlot((l, h) => place(larger, l, h));
      slots = larger;
    },
    each(action) {
      if (hasZero) action(0, 0);
      eachSlot(action);
    },
  };
}
