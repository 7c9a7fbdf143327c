/**
 * The dictionary of a column whose values are sequences of bytes: BYTE_ARRAY, INT96 or FIXED_LEN_BYTE_ARRAY. All
 * entries have the same length unless the type is BYTE_ARRAY.
 */
import {
  type BytesBuffer,
  bytesOf,
  type ColumnType,
  createColumnBuffer,
  type DirectValues,
  fixedValues,
  PhysicalType,
  requireBuffer,
  viewOf,
} from '@marquetry/core';
import type { Entries, EntryBounds } from './entries.js';
import { createSlots, fillSlots, slotShift } from './table.js';

export function createByteEntries(column: ColumnType, bounds: EntryBounds): Entries {
  return new ByteEntries(column, bounds);
}

const asBytes: ColumnType = { type: PhysicalType.BYTE_ARRAY, width: 0 };

/**
 * This is a class because a writer creates many of these objects. JavaScript engines would compile the closures of each
 * object separately, or not at all.
 */
class ByteEntries implements Entries {
  declare private readonly column: ColumnType;
  declare private readonly bounds: EntryBounds;
  declare private readonly isFixed: boolean;
  /** Size in bytes of the length that PLAIN stores before each value: 4 for BYTE_ARRAY, otherwise 0. */
  declare private readonly lengthBytes: number;
  declare private readonly buffer: BytesBuffer;
  private slots: Int32Array = createSlots(0);
  private hashes: Int32Array = new Int32Array(1024);
  declare private view: DataView;

  constructor(column: ColumnType, bounds: EntryBounds) {
    this.column = column;
    this.bounds = bounds;
    this.isFixed = column.type !== PhysicalType.BYTE_ARRAY;
    this.lengthBytes = this.isFixed ? 0 : 4;
    this.buffer = requireBuffer(createColumnBuffer(asBytes, { limits: bounds.limits }), 'bytes', asBytes);
    this.view = viewOf(this.buffer.data);
  }

  add(values: DirectValues, from: number, to: number, indices: Int32Array): boolean {
    const { buffer } = this;
    const before = buffer.length;
    const found =
      values.layout === 'bytes'
        ? this.find(values.data, values.offsets, from, to, indices)
        : this.find(bytesOf(values.data), fixedEnds(this.column.width, from, to), 0, to - from, indices);
    if (found) return true;
    buffer.length = before;
    this.rebuild();
    return false;
  }

  private rebuild(): void {
    const { hashes } = this;
    this.slots = fillSlots(this.buffer.length, (entry) => hashes[entry] as number);
  }

  /**
   * Adds an entry, and stores its index in a free slot of the hash table, which is enlarged when it is half full.
   * Returns false if the dictionary would exceed its maximum size.
   */
  private insert(slot: number, source: Uint8Array, start: number, end: number, hash: number): boolean {
    const { buffer, bounds, lengthBytes, slots } = this;
    const size = end - start;
    if (buffer.length >= bounds.maxValues || this.byteLength + lengthBytes + size > bounds.maxBytes) return false;
    buffer.reserve(1, size);
    const { data, offsets, length } = buffer;
    const used = offsets[length] as number;
    if (this.view.buffer !== data.buffer) this.view = viewOf(data);
    if (size > 32) data.set(source.subarray(start, end), used);
    else for (let k = 0; k < size; k++) data[used + k] = source[start + k] as number;
    if (length === this.hashes.length) {
      const grown = new Int32Array(2 * length);
      grown.set(this.hashes);
      this.hashes = grown;
    }
    this.hashes[length] = hash;
    offsets[length + 1] = used + size;
    buffer.length++;
    slots[slot] = length + 1;
    if (2 * buffer.length > slots.length) this.rebuild();
    return true;
  }

  private find(source: Uint8Array, ends: Int32Array, from: number, to: number, indices: Int32Array): boolean {
    const { buffer } = this;
    const bytes = viewOf(source);
    let table = this.slots;
    let shift = slotShift(table);
    let mask = table.length - 1;
    let known = this.hashes;
    let entryView = this.view;
    let entryEnds = buffer.offsets;
    let start = ends[from] as number;
    for (let i = from; i < to; i++) {
      const end = ends[i + 1] as number;
      const hash = hashBytes(bytes, start, end);
      let slot = hash >>> shift;
      let entry = (table[slot] as number) - 1;
      while (entry >= 0) {
        if (known[entry] === hash) {
          const entryStart = entryEnds[entry] as number;
          if (
            (entryEnds[entry + 1] as number) - entryStart === end - start &&
            sameBytes(bytes, start, end, entryView, entryStart)
          ) {
            break;
          }
        }
        slot = (slot + 1) & mask;
        entry = (table[slot] as number) - 1;
      }
      if (entry < 0) {
        entry = buffer.length;
        if (!this.insert(slot, source, start, end, hash)) return false;
        table = this.slots;
        shift = slotShift(table);
        mask = table.length - 1;
        known = this.hashes;
        entryView = this.view;
        entryEnds = buffer.offsets;
      }
      indices[i - from] = entry;
      start = end;
    }
    return true;
  }

  get values(): DirectValues {
    const { buffer } = this;
    return this.isFixed ? fixedValues(this.column, buffer.data, 0, buffer.length) : buffer.values;
  }

  get byteLength(): number {
    const { buffer, lengthBytes } = this;
    return lengthBytes * buffer.length + (buffer.offsets[buffer.length] as number);
  }
}

/** Returns the offsets of fixed-width values, so that one loop can handle both fixed and variable widths. */
function fixedEnds(width: number, from: number, to: number): Int32Array {
  const ends = new Int32Array(to - from + 1);
  for (let i = 0; i < ends.length; i++) ends[i] = (from + i) * width;
  return ends;
}

/**
 * Hashes all bytes of a value. A value of 4 to 16 bytes is read as four words, which overlap if it has fewer than 16
 * bytes. All common lengths therefore take the same path. With a loop, the processor would mispredict the last
 * iteration for nearly every value.
 *
 *   4 bytes    |0123|                   all four words
 *   7 bytes    |0123|...                the first two
 *                  ...|3456|            the last two
 *   16 bytes   |0123|4567|89AB|CDEF|
 */
function hashBytes(bytes: DataView, start: number, end: number): number {
  const length = end - start;
  let hash = Math.imul(length, 0x9e3779b1);
  if (length < 4) {
    if (length > 0) {
      hash ^= bytes.getUint8(start) | (bytes.getUint8(start + (length >> 1)) << 8) | (bytes.getUint8(end - 1) << 16);
    }
  } else if (length <= 16) {
    const inner = (length >> 3) << 2;
    hash = Math.imul(hash ^ bytes.getInt32(start, true), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15) ^ bytes.getInt32(start + inner, true), 0xcc9e2d51);
    let back = Math.imul(bytes.getInt32(end - 4 - inner, true), 0x1b873593);
    back = Math.imul(back ^ (back >>> 15) ^ bytes.getInt32(end - 4, true), 0x27d4eb2f);
    hash ^= back ^ (back >>> 16);
  } else {
    const last = end - 4;
    for (let p = start; p < last; p += 4) {
      hash = Math.imul(hash ^ bytes.getInt32(p, true), 0x85ebca6b);
      hash ^= hash >>> 15;
    }
    hash ^= bytes.getInt32(last, true);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
  return hash ^ (hash >>> 13);
}

/**
 * True if `bytes[start, end)` equals the bytes of the same length that start at `other[at]`. Compares the same words as
 * {@link hashBytes}.
 */
function sameBytes(bytes: DataView, start: number, end: number, other: DataView, at: number): boolean {
  const length = end - start;
  if (length < 4) {
    for (let k = 0; k < length; k++) if (bytes.getUint8(start + k) !== other.getUint8(at + k)) return false;
    return true;
  }
  const last = length - 4;
  if (length <= 16) {
    const inner = (length >> 3) << 2;
    return (
      ((bytes.getInt32(start, true) ^ other.getInt32(at, true)) |
        (bytes.getInt32(start + inner, true) ^ other.getInt32(at + inner, true)) |
        (bytes.getInt32(end - 4 - inner, true) ^ other.getInt32(at + last - inner, true)) |
        (bytes.getInt32(end - 4, true) ^ other.getInt32(at + last, true))) ===
      0
    );
  }
  for (let k = 0; k < last; k += 4) {
    if (bytes.getInt32(start + k, true) !== other.getInt32(at + k, true)) return false;
  }
  return bytes.getInt32(end - 4, true) === other.getInt32(at + last, true);
}
