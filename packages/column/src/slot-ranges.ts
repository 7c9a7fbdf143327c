/**
 * Represents ranges of slots in a page or piece.
 */
import { copyBits } from '@marquetry/bit-io';
import type { Nulls } from '@marquetry/core';
import { countValid } from './count-valid.js';

/**
 * `count` ascending ranges: `[bounds[0], bounds[1])`, `[bounds[2], bounds[3])` and so on. The array `bounds` may be
 * longer; its remaining elements are unused.
 */
export interface SlotRanges {
  readonly bounds: Int32Array;
  readonly count: number;
}

/** Returns the total number of slots in all ranges. */
export function slotsIn({ bounds, count }: SlotRanges): number {
  let slots = 0;
  for (let i = 0; i < 2 * count; i += 2) slots += (bounds[i + 1] as number) - (bounds[i] as number);
  return slots;
}

/** Returns one bit per slot of the ranges; the bit is 1 if the slot has a value. `nulls.kind` must not be `none`. */
export function rangeBits(nulls: Nulls, { bounds, count }: SlotRanges, maxDefinitionLevel: number): Uint8Array {
  const bits = new Uint8Array(Math.ceil(slotsIn({ bounds, count }) / 8));
  let bit = 0;
  for (let i = 0; i < 2 * count; i += 2) {
    const from = bounds[i] as number;
    const to = bounds[i + 1] as number;
    if (nulls.kind === 'bitmap') copyBits(nulls.bits, from, bits, bit, to - from);
    else if (nulls.kind === 'levels') setBits(bits, bit, nulls.definition, from, to, maxDefinitionLevel);
    bit += to - from;
  }
  return bits;
}

function setBits(
  bits: Uint8Array,
  bit: number,
  definition: Uint8Array,
  from: number,
  to: number,
  maxDefinitionLevel: number,
): void {
  for (let slot = from, to8 = bit; slot < to; slot++, to8++) {
    const isValid = definition[slot] === maxDefinitionLevel ? 1 : 0;
    bits[to8 >> 3] = (bits[to8 >> 3] as number) | (isValid << (to8 & 7));
  }
}

/** Divides ranges into groups of at most `most` slots each. A range with more slots is split. */
export function* portionsOf({ bounds, count }: SlotRanges, most: number): Generator<SlotRanges, void, undefined> {
  let first = 0;
  let slots = 0;
  for (let i = 0; i < count; i++) {
    const from = bounds[2 * i] as number;
    const to = bounds[2 * i + 1] as number;
    if (slots + to - from <= most && i - first < mostRanges) {
      slots += to - from;
      continue;
    }
    if (i > first) yield { bounds: bounds.subarray(2 * first, 2 * i), count: i - first };
    first = i;
    slots = to - from;
    if (slots <= most) continue;
    for (let at = from; at < to; at += most) yield { bounds: Int32Array.of(at, Math.min(to, at + most)), count: 1 };
    first = i + 1;
    slots = 0;
  }
  if (count > first) yield { bounds: bounds.subarray(2 * first, 2 * count), count: count - first };
}

/** Maximum number of slot ranges in one group that {@link portionsOf} returns. */
const mostRanges = 2 ** 14;

/**
 * Converts ranges of slots to the ranges of their values, counted without nulls. Position 0 is the first value at or
 * after the first slot of the first range.
 */
export function valuePlaces(nulls: Nulls, { bounds, count }: SlotRanges, maxDefinitionLevel: number): SlotRanges {
  const places = new Int32Array(2 * count);
  const first = bounds[0] as number;
  let slot = first;
  let value = 0;
  for (let i = 0; i < 2 * count; i++) {
    const next = bounds[i] as number;
    value = nulls.kind === 'none' ? next - first : value + countValid(nulls, slot, next, maxDefinitionLevel);
    slot = next;
    places[i] = value;
  }
  return { bounds: places, count };
}
