/**
 * Computes levels from the layers of a nested column, one layer after the other: the inverse of `list-layer.ts` and
 * `layer-nulls.ts`. The generators yield about once per millisecond, so that other work can run in between.
 *
 * A slot is closed if one of the layers added so far is null or empty in it. Layers that are added later do not change
 * the levels of a closed slot.
 */
import { type Limits, limitError, type NoNulls, type NullBitmap, type Steps } from '@marquetry/core';
import { stepSlots } from './layer-slots.js';
import type { ListLayer } from './list-layer.js';

/**
 * The levels of a nested column, as determined by the layers (lists and optional groups) added so far. Layers are added
 * one by one, starting with the outermost. A slot is a value, a null or an empty list in the innermost added layer.
 */
export interface OpenSlots {
  /** The definition level of each slot, as determined by the layers added so far. */
  readonly definition: Uint8Array;
  readonly repetition: Uint8Array;
  /** The index of each slot's entry in the innermost added layer; -1 if an added layer is null or empty in the slot. */
  readonly entry: Int32Array;
}

/** Returns the slots of a column before any layer is added: one per row. */
export function* rowSlots(rowCount: number): Steps<OpenSlots> {
  const entry = new Int32Array(rowCount);
  for (let from = 0; from < rowCount; from += stepSlots) {
    const to = Math.min(rowCount, from + stepSlots);
    for (let i = from; i < to; i++) entry[i] = i;
    yield;
  }
  return { definition: new Uint8Array(rowCount), repetition: new Uint8Array(rowCount), entry };
}

/**
 * Adds a layer that may be null. Closes the slots of its null entries: their `entry` becomes -1. Raises the definition
 * level of the slots that remain open to `definitionLevel`. For a layer that cannot be null, pass the `definitionLevel`
 * of the layer that contains it.
 */
export function* closeNulls(slots: OpenSlots, nulls: NoNulls | NullBitmap, definitionLevel: number): Steps<OpenSlots> {
  const { repetition } = slots;
  const { length } = slots.entry;
  const definition = new Uint8Array(length);
  const entry = nulls.kind === 'none' ? slots.entry : new Int32Array(length);
  const closed = { definition, repetition, entry };
  for (let from = 0; from < length; from += stepSlots) {
    const to = Math.min(length, from + stepSlots);
    if (nulls.kind === 'none') raiseLevels(slots, definitionLevel, definition, from, to);
    else closeNullsOf(slots, nulls.bits, definitionLevel, closed, from, to);
    yield;
  }
  return closed;
}

/**
 * Sets the definition level of all slots that are not closed (`entry` is not -1). The loop has no branches, because the
 * processor could not predict them.
 */
function raiseLevels(slots: OpenSlots, level: number, definition: Uint8Array, from: number, to: number): void {
  for (let i = from; i < to; i++) {
    const isClosed = (slots.entry[i] as number) >> 31;
    definition[i] = level ^ ((level ^ (slots.definition[i] as number)) & isClosed);
  }
}

function closeNullsOf(
  slots: OpenSlots,
  bits: Uint8Array,
  definitionLevel: number,
  { definition, entry }: OpenSlots,
  from: number,
  to: number,
): void {
  for (let i = from; i < to; i++) {
    const at = slots.entry[i] as number;
    const isClosed = at >> 31;
    // For a closed slot, read the first bit: its value has no effect.
    const index = at & ~isClosed;
    // All bits are 1 if the slot is open and its entry is not null, otherwise 0.
    const isThere = -(((bits[index >> 3] as number) >>> (index & 7)) & 1) & ~isClosed;
    const level = slots.definition[i] as number;
    entry[i] = at | ~isThere;
    definition[i] = level ^ ((level ^ definitionLevel) & isThere);
  }
}

/**
 * Adds a layer of lists: replaces each slot with one slot per entry of its list. An empty list gets one closed slot,
 * which inner layers do not change. The caller must have checked that the offsets ascend.
 * @throws ParquetError LIMIT if the result would have more slots than `limits.decodedBytes`.
 */
export function* closeLists(slots: OpenSlots, offsets: Int32Array, layer: ListLayer, limits: Limits): Steps<OpenSlots> {
  const { length } = slots.entry;
  if (length === 0 || offsets.length < 2) return withoutEntries(slots);
  let slotCount = 0;
  for (let from = 0; from < length; from += stepSlots) {
    const to = Math.min(length, from + stepSlots);
    for (let i = from; i < to; i++) {
      const count = entriesAt(slots, i, offsets);
      slotCount += count + isZero(count);
    }
    yield;
  }
  if (slotCount > limits.decodedBytes) {
    throw limitError('decodedBytes', limits, `a level array of ${slotCount} bytes`);
  }
  const closed = {
    definition: new Uint8Array(slotCount),
    repetition: new Uint8Array(slotCount),
    entry: new Int32Array(slotCount),
  };
  for (let from = 0; from < slotCount; from += stepSlots) {
    closed.definition.fill(layer.entryDefinitionLevel, from, from + stepSlots);
    closed.repetition.fill(layer.repetitionLevel, from, from + stepSlots);
    yield;
  }
  let at = 0;
  for (let from = 0; from < length; from += stepSlots) {
    at = beginLists(slots, offsets, layer, closed, from, Math.min(length, from + stepSlots), at);
    yield;
  }
  for (let from = 0; from < slotCount; from += stepSlots) {
    countEntries(closed, layer, from, Math.min(slotCount, from + stepSlots));
    yield;
  }
  return closed;
}

/** Returns the slots for a layer without lists, in which every slot is closed: inner layers do not change it. */
function withoutEntries({ definition, repetition, entry }: OpenSlots): OpenSlots {
  return { definition, repetition, entry: entry.map(() => -1) };
}

/**
 * For each list in the input slots `[from, to)`, writes the levels and the entry index of the list's first output slot.
 * The output starts at slot `at`. Returns the output slot at which the next list starts.
 */
function beginLists(
  slots: OpenSlots,
  offsets: Int32Array,
  { entryDefinitionLevel }: ListLayer,
  { definition, repetition, entry }: OpenSlots,
  from: number,
  to: number,
  at: number,
): number {
  let slot = at;
  for (let i = from; i < to; i++) {
    const list = slots.entry[i] as number;
    const count = entriesAt(slots, i, offsets);
    const isEmpty = isZero(count);
    const level = slots.definition[i] as number;
    repetition[slot] = slots.repetition[i] as number;
    definition[slot] = entryDefinitionLevel ^ ((entryDefinitionLevel ^ level) & -isEmpty);
    entry[slot] = (offsets[list & ~(list >> 31)] as number) | -isEmpty;
    slot += count + isEmpty;
  }
  return slot;
}

/**
 * Sets the entry index of each slot. The index of a slot that continues a list is that of the previous slot plus one.
 */
function countEntries(
  { repetition, entry }: OpenSlots,
  { repetitionLevel }: ListLayer,
  from: number,
  to: number,
): void {
  let before = from === 0 ? -1 : (entry[from - 1] as number);
  for (let slot = from; slot < to; slot++) {
    const goesOn = -isZero((repetition[slot] as number) ^ repetitionLevel);
    before = ((entry[slot] as number) & ~goesOn) | ((before + 1) & goesOn);
    entry[slot] = before;
  }
}

/**
 * Returns the number of entries in a slot's list, or 0 if the slot is closed. `offsets` must describe at least one
 * list.
 */
function entriesAt({ entry }: OpenSlots, slot: number, offsets: Int32Array): number {
  const list = entry[slot] as number;
  const isClosed = list >> 31;
  const index = list & ~isClosed;
  return ((offsets[index + 1] as number) - (offsets[index] as number)) & ~isClosed;
}

/** Returns 1 if `count` is 0, otherwise 0. `count` is at most 2^31 - 1. */
function isZero(count: number): number {
  return (count - 1) >>> 31;
}
