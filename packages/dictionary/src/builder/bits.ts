/** The dictionary of a BOOLEAN column. It has at most two entries. */
import { readBit } from '@marquetry/bit-io';
import { type BitValues, type DirectValues, PhysicalType } from '@marquetry/core';
import type { Entries, EntryBounds } from './entries.js';

export function createBitEntries(bounds: EntryBounds): Entries {
  // The indices of the entries false and true. An index is -1 if its entry does not exist yet.
  const entryOf = [-1, -1];
  let length = 0;
  let data = 0;

  return {
    add(values, from, to, indices) {
      const { data: bits } = values as BitValues;
      const before = { entries: [...entryOf], length, data };
      for (let i = from; i < to; i++) {
        const bit = readBit(bits, i);
        if (entryOf[bit] === -1) {
          data |= bit << length;
          entryOf[bit] = length++;
        }
        indices[i - from] = entryOf[bit] as number;
      }
      if (length <= bounds.maxValues && Math.ceil(length / 8) <= bounds.maxBytes) return true;
      [entryOf[0], entryOf[1]] = [before.entries[0] as number, before.entries[1] as number];
      length = before.length;
      data = before.data;
      return false;
    },
    get values(): DirectValues {
      const bytes = length === 0 ? new Uint8Array(0) : Uint8Array.of(data);
      return { layout: 'bits', type: PhysicalType.BOOLEAN, length, data: bytes };
    },
    get byteLength(): number {
      return Math.ceil(length / 8);
    },
  };
}
