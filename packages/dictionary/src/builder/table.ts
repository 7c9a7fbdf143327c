/**
 * The open-addressed table under a dictionary: slots hold entry + 1, 0 where they are free; at most half are taken.
 */

/** Slots for `entries` entries and as many again to come: a power of two. */
export function createSlots(entries: number): Int32Array {
  return new Int32Array(2 ** Math.max(10, Math.ceil(Math.log2(4 * Math.max(entries, 1)))));
}

/** How far a hash is shifted right so that it is a slot. */
export function slotShift(slots: Int32Array): number {
  return 1 + Math.clz32(slots.length);
}

/**
 * A table of entries `[0, count)`, all different, by their hashes.
 * @param hashOf The hash of an entry, all 32 bits of it mixed.
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
