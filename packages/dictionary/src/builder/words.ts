/**
 * The dictionary of a column whose values are one 32-bit word (INT32, FLOAT) or two (INT64, DOUBLE). Values are
 * compared by their bits.
 */
import {
  type ColumnType,
  createColumnBuffer,
  type DirectValues,
  type FixedBuffer,
  type FixedValues,
  requireBuffer,
} from '@marquetry/core';
import type { Entries, EntryBounds } from './entries.js';
import { createSlots, fillSlots, slotShift } from './table.js';

export function createWordEntries(column: ColumnType, words: 1 | 2, bounds: EntryBounds): Entries {
  return new WordEntries(column, words, bounds);
}

/**
 * This is a class because a writer creates many of these objects. JavaScript engines would compile the closures of each
 * object separately, or not at all.
 */
class WordEntries implements Entries {
  declare private readonly width: number;
  declare private readonly words: 1 | 2;
  declare private readonly buffer: FixedBuffer;
  declare private readonly most: number;
  private slots: Int32Array = createSlots(0);

  constructor(column: ColumnType, words: 1 | 2, { maxValues, maxBytes, limits }: EntryBounds) {
    this.width = column.width;
    this.words = words;
    this.buffer = requireBuffer(createColumnBuffer(column, { limits }), 'fixed', column);
    this.most = Math.min(maxValues, Math.floor(maxBytes / column.width));
  }

  add(values: DirectValues, from: number, to: number, indices: Int32Array): boolean {
    const { data } = values as FixedValues;
    const source = new Int32Array(data.buffer, data.byteOffset, data.byteLength >> 2);
    const before = this.buffer.length;
    if (this.words === 1 ? this.find32(source, from, to, indices) : this.find64(source, from, to, indices)) return true;
    this.buffer.length = before;
    this.rebuild();
    return false;
  }

  private rebuild(): void {
    const { words } = this.buffer;
    this.slots = fillSlots(
      this.buffer.length,
      this.words === 1
        ? (entry) => hash32(words[entry] as number)
        : (entry) => hash64(words[2 * entry] as number, words[2 * entry + 1] as number),
    );
  }

  /**
   * Adds an entry, and stores its index in a free slot of the hash table, which is enlarged when it is half full.
   * Returns false if the dictionary would exceed its maximum size.
   */
  private insert(slot: number, low: number, high: number): boolean {
    const { buffer, words, slots } = this;
    const entry = buffer.length;
    if (entry >= this.most) return false;
    buffer.reserve(1);
    buffer.words[words * entry] = low;
    if (words === 2) buffer.words[2 * entry + 1] = high;
    buffer.length++;
    slots[slot] = entry + 1;
    if (2 * buffer.length > slots.length) this.rebuild();
    return true;
  }

  private find32(source: Int32Array, from: number, to: number, indices: Int32Array): boolean {
    const { buffer } = this;
    let table = this.slots;
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
        entry = buffer.length;
        if (!this.insert(slot, value, 0)) return false;
        table = this.slots;
        shift = slotShift(table);
        mask = table.length - 1;
        entries = buffer.words;
      }
      indices[i - from] = entry;
    }
    return true;
  }

  private find64(source: Int32Array, from: number, to: number, indices: Int32Array): boolean {
    const { buffer } = this;
    let table = this.slots;
    let shift = slotShift(table);
    let mask = table.length - 1;
    let entries = buffer.words;
    for (let i = from; i < to; i++) {
      const low = source[2 * i] as number;
      const high = source[2 * i + 1] as number;
      let slot = hash64(low, high) >>> shift;
      let entry = (table[slot] as number) - 1;
      while (
        entry >= 0 &&
        (((entries[2 * entry] as number) ^ low) | ((entries[2 * entry + 1] as number) ^ high)) !== 0
      ) {
        slot = (slot + 1) & mask;
        entry = (table[slot] as number) - 1;
      }
      if (entry < 0) {
        entry = buffer.length;
        if (!this.insert(slot, low, high)) return false;
        table = this.slots;
        shift = slotShift(table);
        mask = table.length - 1;
        entries = buffer.words;
      }
      indices[i - from] = entry;
    }
    return true;
  }

  get values(): DirectValues {
    return this.buffer.values;
  }

  get byteLength(): number {
    return this.buffer.length * this.width;
  }
}

/** Returns a Fibonacci hash. The slot is selected by its upper bits, because these depend on all bits of the value. */
function hash32(value: number): number {
  return Math.imul(value ^ (value >>> 15), 0x9e3779b1);
}

function hash64(low: number, high: number): number {
  const mixed = Math.imul(low, 0x85ebca6b) ^ Math.imul(high, 0xc2b2ae35);
  return Math.imul(mixed ^ (mixed >>> 15), 0x9e3779b1);
}
