/**
 * From one layer of a nested column at a time to levels: what `layers.ts` does, the other way round.
 */
import { type Limits, limitError, type NoNulls, type NullBitmap } from '@marquetry/core';
import type { ListLayer } from './layers.js';

/** Slots of a column while its layers are closed, from the root inwards. */
export interface OpenSlots {
  /** The level as far as the layers went. */
  readonly definition: Uint8Array;
  readonly repetition: Uint8Array;
  /** The entry of the layer that the slot leads to; -1 where an outer layer was null or empty. */
  readonly entry: Int32Array;
}

/** One slot a row. */
export function rowSlots(rowCount: number): OpenSlots {
  const entry = new Int32Array(rowCount);
  for (let i = 0; i < rowCount; i++) entry[i] = i;
  return { definition: new Uint8Array(rowCount), repetition: new Uint8Array(rowCount), entry };
}

/**
 * Ends the slots of null entries; the others reach `definitionLevel`. A layer that cannot be null has the level of the
 * one around it.
 */
export function closeNulls(slots: OpenSlots, nulls: NoNulls | NullBitmap, definitionLevel: number): OpenSlots {
  const { repetition } = slots;
  const definition = slots.definition.slice();
  const entry = slots.entry.slice();
  for (let i = 0; i < entry.length; i++) {
    const at = entry[i] as number;
    if (at < 0) continue;
    if (nulls.kind === 'bitmap' && (((nulls.bits[at >> 3] as number) >>> (at & 7)) & 1) === 0) entry[i] = -1;
    else definition[i] = definitionLevel;
  }
  return { definition, repetition, entry };
}

/**
 * A slot for each entry of the lists that the slots lead to, and one for each list without. The caller has checked that
 * offsets ascend.
 * @throws ParquetError LIMIT when there would be more than `limits.decodedBytes`.
 */
export function closeLists(slots: OpenSlots, offsets: Int32Array, layer: ListLayer, limits: Limits): OpenSlots {
  const { length } = slots.entry;
  let slotCount = 0;
  for (let i = 0; i < length; i++) slotCount += Math.max(1, entriesAt(slots, i, offsets));
  if (slotCount > limits.decodedBytes) {
    throw limitError('decodedBytes', limits, `an array of ${slotCount} bytes of levels`);
  }
  const definition = new Uint8Array(slotCount);
  const repetition = new Uint8Array(slotCount);
  const entry = new Int32Array(slotCount);
  let to = 0;
  for (let i = 0; i < length; i++) {
    const count = entriesAt(slots, i, offsets);
    repetition[to] = slots.repetition[i] as number;
    if (count === 0) {
      definition[to] = slots.definition[i] as number;
      entry[to++] = -1;
      continue;
    }
    const first = offsets[slots.entry[i] as number] as number;
    for (let k = 0; k < count; k++, to++) {
      definition[to] = layer.entryDefinitionLevel;
      if (k > 0) repetition[to] = layer.repetitionLevel;
      entry[to] = first + k;
    }
  }
  return { definition, repetition, entry };
}

function entriesAt({ entry }: OpenSlots, slot: number, offsets: Int32Array): number {
  const list = entry[slot] as number;
  return list < 0 ? 0 : (offsets[list + 1] as number) - (offsets[list] as number);
}
