/**
 * From one layer of a nested column at a time to levels: what `list-layer.ts` and `layer-nulls.ts` do, the other
 * way round. In steps of about a millisecond each.
 */
import { type Limits, limitError, type NoNulls, type NullBitmap, type Steps } from '@marquetry/core';
import { stepSlots } from './layer-slots.js';
import type { ListLayer } from './list-layer.js';

/** Slots of a column while its layers are closed, from the root inwards. */
export interface OpenSlots {
  /** The level as far as the layers went. */
  readonly definition: Uint8Array;
  readonly repetition: Uint8Array;
  /** The entry of the layer that the slot leads to; -1 where an outer layer was null or empty. */
  readonly entry: Int32Array;
}

/** One slot a row. */
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
 * Ends the slots of null entries; the others reach `definitionLevel`. A layer that cannot be null has the level of the
 * one around it.
 */
export function* closeNulls(slots: OpenSlots, nulls: NoNulls | NullBitmap, definitionLevel: number): Steps<OpenSlots> {
  const { repetition } = slots;
  const { length } = slots.entry;
  const closed = { definition: new Uint8Array(length), repetition, entry: new Int32Array(length) };
  for (let from = 0; from < length; from += stepSlots) {
    closeNullsOf(slots, nulls, definitionLevel, closed, from, Math.min(length, from + stepSlots));
    yield;
  }
  return closed;
}

function closeNullsOf(
  slots: OpenSlots,
  nulls: NoNulls | NullBitmap,
  definitionLevel: number,
  { definition, entry }: OpenSlots,
  from: number,
  to: number,
): void {
  for (let i = from; i < to; i++) {
    const at = slots.entry[i] as number;
    const isOpen = at >= 0;
    const isThere = isOpen && (nulls.kind === 'none' || (((nulls.bits[at >> 3] as number) >>> (at & 7)) & 1) === 1);
    entry[i] = isThere ? at : -1;
    definition[i] = isThere ? definitionLevel : (slots.definition[i] as number);
  }
}

/**
 * A slot for each entry of the lists that the slots lead to, and one for each list without. The caller has checked that
 * offsets ascend.
 * @throws ParquetError LIMIT when there would be more than `limits.decodedBytes`.
 */
export function* closeLists(slots: OpenSlots, offsets: Int32Array, layer: ListLayer, limits: Limits): Steps<OpenSlots> {
  const { length } = slots.entry;
  let slotCount = 0;
  for (let from = 0; from < length; from += stepSlots) {
    const to = Math.min(length, from + stepSlots);
    for (let i = from; i < to; i++) slotCount += Math.max(1, entriesAt(slots, i, offsets));
    yield;
  }
  if (slotCount > limits.decodedBytes) {
    throw limitError('decodedBytes', limits, `an array of ${slotCount} bytes of levels`);
  }
  const definition = new Uint8Array(slotCount);
  const repetition = new Uint8Array(slotCount);
  const entry = new Int32Array(slotCount);
  let to = 0;
  let stepEnd = stepSlots;
  for (let i = 0; i < length; i++) {
    repetition[to] = slots.repetition[i] as number;
    const count = entriesAt(slots, i, offsets);
    if (count === 0) {
      definition[to] = slots.definition[i] as number;
      entry[to++] = -1;
    }
    const first = count === 0 ? 0 : (offsets[slots.entry[i] as number] as number);
    for (let k = 0; k < count; ) {
      // A list may be longer than a step.
      const last = Math.min(count, k + stepSlots);
      for (; k < last; k++, to++) {
        definition[to] = layer.entryDefinitionLevel;
        if (k > 0) repetition[to] = layer.repetitionLevel;
        entry[to] = first + k;
      }
      if (k < count) yield;
    }
    if (to < stepEnd) continue;
    stepEnd = to + stepSlots;
    yield;
  }
  return { definition, repetition, entry };
}

function entriesAt({ entry }: OpenSlots, slot: number, offsets: Int32Array): number {
  const list = entry[slot] as number;
  return list < 0 ? 0 : (offsets[list + 1] as number) - (offsets[list] as number);
}
