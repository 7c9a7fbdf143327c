/**
 * Functions for bitmaps with one bit per row or per value. Bit `i` of byte `j` belongs to row `8j + i`. Bits after the
 * last row are 0.
 */
import { fillBits } from '@marquetry/bit-io';
import type { Steps } from '@marquetry/core';

export const bytesFor = (count: number): number => (count + 7) >> 3;

export function allBits(count: number): Uint8Array {
  const bits = new Uint8Array(bytesFor(count));
  fillBits(bits, 0, count);
  return bits;
}

/** Intersects `bits` with `other`, in place: clears each bit that is 0 in `other`. */
export function intersect(bits: Uint8Array, other: Uint8Array): void {
  for (let i = 0; i < bits.length; i++) bits[i] = (bits[i] as number) & (other[i] as number);
}

/** Unites `bits` with `other`, in place: sets each bit that is 1 in `other`. */
export function unite(bits: Uint8Array, other: Uint8Array): void {
  for (let i = 0; i < bits.length; i++) bits[i] = (bits[i] as number) | (other[i] as number);
}

/** Inverts the first `count` bits in place. */
export function invert(bits: Uint8Array, count: number): void {
  for (let i = 0; i < bits.length; i++) bits[i] = ~(bits[i] as number);
  const last = count & 7;
  if (last !== 0 && bits.length > 0) bits[bits.length - 1] = (bits[bits.length - 1] as number) & ((1 << last) - 1);
}

/**
 * The number of slots or values to process before the event loop may run other tasks. Processing them takes a few
 * hundred microseconds.
 */
export const stepSlots: number = 2 ** 17;

/**
 * Expands `dense`, which has one bit per value, to one bit per slot. Slots without a value get 0. `validity` has one
 * bit per slot, 1 if the slot has a value.
 */
export function* spreadBits(dense: Uint8Array, validity: Uint8Array, slotCount: number): Steps<Uint8Array> {
  const bits = new Uint8Array(bytesFor(slotCount));
  let value = 0;
  for (let from = 0; from < bits.length; ) {
    const to = Math.min(bits.length, from + (stepSlots >> 3));
    value = spreadBytes(dense, value, validity, bits, from, to);
    if (to < bits.length) yield;
    from = to;
  }
  return bits;
}

/**
 * Fills bytes `[from, to)` of `bits`: each slot that has a value gets the bit of that value. `first` is the index of
 * the first such value. Returns the index of the next unused value.
 */
function spreadBytes(
  dense: Uint8Array,
  first: number,
  validity: Uint8Array,
  bits: Uint8Array,
  from: number,
  to: number,
): number {
  let value = first;
  for (let i = from; i < to; i++) {
    const present = validity[i] as number;
    if (present === 0) continue;
    let byte = 0;
    if (present === 0xff) {
      const at = value >> 3;
      const shift = value & 7;
      byte = (((dense[at] as number) | ((dense[at + 1] ?? 0) << 8)) >> shift) & 0xff;
      value += 8;
    } else {
      const at = value >> 3;
      const chosen = ((dense[at] as number) | ((dense[at + 1] ?? 0) << 8)) >> (value & 7);
      let next = 1;
      for (let left = present; left !== 0; left &= left - 1, next <<= 1) {
        if ((chosen & next) !== 0) byte |= left & -left;
        value++;
      }
    }
    bits[i] = byte;
  }
  return value;
}
