/** One bit per slot or per value. The bit is 1 if the slot or value is read. */
import { countBits, keepBits, keepBytes } from '@marquetry/bit-io';
import type { Nulls } from '@marquetry/core';
import { countEqual } from '@marquetry/levels';
import { validBits } from '../valid-bits.js';

/**
 * The bits `[first, first + count)` of `bits`, one per slot. A slot is read if its bit is 1; `kept` is the number of
 * these slots.
 */
export interface SlotBits {
  readonly bits: Uint8Array;
  readonly first: number;
  readonly count: number;
  readonly kept: number;
}

/**
 * Returns one bit for each value in the slots `[from, from + slots.count)`, and none for nulls. The bit is 1 if the
 * value is read.
 */
export function keptValues(nulls: Nulls, from: number, slots: SlotBits, maxDefinitionLevel: number): SlotBits {
  if (nulls.kind === 'none' || nulls.nullCount === 0) return slots;
  const valid = validBits(nulls, from, from + slots.count, maxDefinitionLevel);
  const bits = new Uint8Array((slots.count + 7) >> 3);
  const count = keepBits(slots.bits, slots.first, valid, 0, slots.count, bits, 0);
  return { bits, first: 0, count, kept: countBits(bits, 0, count) };
}

/** Returns the nulls of the slots whose bit is 1. The column must not be repeated. */
export function keptNulls(nulls: Nulls, from: number, slots: SlotBits, maxDefinitionLevel: number): Nulls {
  const { bits, first, count, kept } = slots;
  if (nulls.kind === 'none') return nulls;
  if (nulls.kind === 'bitmap') {
    const own = new Uint8Array((kept + 7) >> 3);
    keepBits(nulls.bits, from, bits, first, count, own, 0);
    return { kind: 'bitmap', bits: own, nullCount: kept - countBits(own, 0, kept) };
  }
  const definition = new Uint8Array(kept);
  keepBytes(nulls.definition, from, bits, first, count, definition, 0);
  return { kind: 'levels', definition, nullCount: kept - countEqual(definition, maxDefinitionLevel, 0, kept) };
}
