/**
 * Dictionary entries of one or two 32-bit words: INT32 and FLOAT, INT64 and DOUBLE, compared by their bits.
 */
import { type ColumnType, createColumnBuffer, type FixedValues, type FlatValues, requireBuffer } from '@marquetry/core';
import type { Entries, EntryBounds } from './entries.js';
import { createSlots, fillSlots, slotShift } from './table.js';

export function createWordEntries(column: ColumnType, words: 1 | 2, bounds: EntryBounds): Entries {
  const buffer = requireBuffer(createColumnBuffer(column, { limits: bounds.limits }), 'fixed', column);
  const most = Math.min(bounds.maxValues, Math.floor(bounds.maxBytes / column.width));
  const hashOf =
    words === 1
      ? (entry: number): number => hash32(buffer.words[entry] as number)
      : (entry: number): number => hash64(buffer.words[2 * entry] as number, buffer.words[2 * entry + 1] as number);
  let slots = createSlots(0);

  const rebuild = (): void => {
    slots = fillSlots(buffer.length, hashOf);
  };
  /** Makes room for an entry; false when there may be no more. */
  const grow = (): boolean => {
    if (buffer.length >= most) return false;
    buffer.reserve(1);
    return true;
  };

  const find32 = (source: Int32Array, from: number, to: number, indices: Int32Array): boolean => {
    let table = slots;
    let shift = slotShift(table);
    let mask = table.length - 1;
    let entries = buffer.words;
    for (let i = from; i < to; i++) {
      const value = source[i] as number;
      let slot = hash32(value) >>> shift;
      let entry = (table[slot] as number) - 1;
      while (entry >= 0 && entries[entry] !== value) {
        slot = (slot + 1) & mask;
        entry = (table[slot] as number) - 1;
      }
      if (entry < 0) {
        if (!grow()) return false;
        entries = buffer.words;
        entry = buffer.length++;
        entries[entry] = value;
        table[slot] = entry + 1;
        if (2 * buffer.length > table.length) {
          rebuild();
          table = slots;
          shift = slotShift(table);
          mask = table.length - 1;
        }
      }
      indices[i - from] = entry;
    }
    return true;
  };

  const find64 = (source: Int32Array, from: number, to: number, indices: Int32Array): boolean => {
    let table = slots;
    let shift = slotShift(table);
    let mask = table.length - 1;
    let entries = buffer.words;
    for (let i = from; i < to; i++) {
      const low = source[2 * i] as number;
      const high = source[2 * i + 1] as number;
      let slot = hash64(low, high) >>> shift;
      let entry = (table[slot] as number) - 1;
      while (entry >= 0 && !(entries[2 * entry] === low && entries[2 * entry + 1] === high)) {
        slot = (slot + 1) & mask;
        entry = (table[slot] as number) - 1;
      }
      if (entry < 0) {
        if (!grow()) return false;
        entries = buffer.words;
        entry = buffer.length++;
        entries[2 * entry] = low;
        entries[2 * entry + 1] = high;
        table[slot] = entry + 1;
        if (2 * buffer.length > table.length) {
          rebuild();
          table = slots;
          shift = slotShift(table);
          mask = table.length - 1;
        }
      }
      indices[i - from] = entry;
    }
    return true;
  };

  return {
    add(values, from, to, indices) {
      const { data } = values as FixedValues;
      const source = new Int32Array(data.buffer, data.byteOffset, data.byteLength >> 2);
      const before = buffer.length;
      if (words === 1 ? find32(source, from, to, indices) : find64(source, from, to, indices)) return true;
      buffer.length = before;
      rebuild();
      return false;
    },
    get values(): FlatValues {
      return buffer.values;
    },
    get byteLength(): number {
      return buffer.length * column.width;
    },
  };
}

/** Fibonacci hashing: the upper bits are well mixed, and those are what slots come from. */
function hash32(value: number): number {
  return Math.imul(value ^ (value >>> 15), 0x9e3779b1);
}

function hash64(low: number, high: number): number {
  const mixed = Math.imul(low, 0x85ebca6b) ^ Math.imul(high, 0xc2b2ae35);
  return Math.imul(mixed ^ (mixed >>> 15), 0x9e3779b1);
}
