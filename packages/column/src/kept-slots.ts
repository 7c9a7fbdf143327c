/**
 * Slots of a stretch of a page, or of a piece, that are kept: as ranges, or as a bit per slot.
 */
import { countBits, keepBits } from '@marquetry/bit-io';
import type { Nulls } from '@marquetry/core';
import { rangeBits, type SlotRanges, slotsIn } from './slot-ranges.js';
import { validBits } from './valid-bits.js';

/** Of `count` slots, those whose bit, from bit `first` of `bits` on, is 1: `kept` of them. */
export interface SlotBits {
  readonly bits: Uint8Array;
  readonly first: number;
  readonly count: number;
  readonly kept: number;
}

export type KeptSlots = ({ readonly kind: 'ranges' } & SlotRanges) | ({ readonly kind: 'bits' } & SlotBits);

/** How many slots are kept. */
export function slotsKept(slots: KeptSlots): number {
  return slots.kind === 'ranges' ? slotsIn(slots) : slots.kept;
}

/** A bit per value of slots `[from, from + slots.count)`: whether its slot is kept. */
export function keptValues(nulls: Nulls, from: number, slots: SlotBits, maxDefinitionLevel: number): SlotBits {
  if (nulls.kind === 'none' || nulls.nullCount === 0) return slots;
  const valid = validBits(nulls, from, from + slots.count, maxDefinitionLevel);
  const bits = new Uint8Array((slots.count + 7) >> 3);
  const count = keepBits(slots.bits, slots.first, valid, 0, slots.count, bits, 0);
  return { bits, first: 0, count, kept: countBits(bits, 0, count) };
}

/** One bit per kept slot: 1 where it has a value. `nulls` has nulls; the stretch starts at slot `from`. */
export function keptValidity(nulls: Nulls, from: number, slots: KeptSlots, maxDefinitionLevel: number): Uint8Array {
  if (slots.kind === 'ranges') return rangeBits(nulls, slots, maxDefinitionLevel);
  const bits = new Uint8Array((slots.kept + 7) >> 3);
  if (nulls.kind === 'none') return bits.fill(0xff);
  keepBits(
    validBits(nulls, from, from + slots.count, maxDefinitionLevel),
    0,
    slots.bits,
    slots.first,
    slots.count,
    bits,
    0,
  );
  return bits;
}
