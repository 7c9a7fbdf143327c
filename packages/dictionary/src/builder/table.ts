/**
 * The open-addressed hash table of a dictionary. A slot contains the index of an entry plus 1, or 0 if the slot is
 * free. At most half of the slots are used.
 */

/**
 * Creates free slots for `entries` entries. The number of slots is a power of two, and at least four times `entries`.
 */
export function createSlots(entries: number): Int32Array {
  return new Int32Array(2 ** Math.max(10, Math.ceil(Math.log2(4 * Math.max(entries, 1)))));
}

/** Returns how many bits to shift a hash to the right. The result of the shift is the index of a slot. */
export function slotShift(slots: Int32Array): number {
  return 1 + Math.clz32(slots.length);
}

/**
 * Creates a table that contains the entries 0 to `count - 1`, which must be distinct.
 * @param hashOf Returns the hash of an entry. All 32 bits of the hash must depend on all bits of the entry.
 */
export function fillSlots(count: number, hashOf: (entry: number) => number): Int32Array {
  const slots = createSlots(count);
  const shift = slotShift(slots);
  const mask = slots.length - 1;
  for (let entry = 0; entry < count; entry++) {
    let slot = hashOf(entry) >>> shift;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = entry + 1;
  }
  return slots;
}
