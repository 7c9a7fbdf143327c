/**
 * Sets of rows or values as bits, least significant first. Bits beyond the last row are 0.
 */
import { fillBits } from '@marquetry/bit-io';

export const bytesFor = (count: number): number => (count + 7) >> 3;

export function allBits(count: number): Uint8Array {
  const bits = new Uint8Array(bytesFor(count));
  fillBits(bits, 0, count);
  return bits;
}

/** Clears what is not in `other`. */
export function intersect(bits: Uint8Array, other: Uint8Array): void {
  for (let i = 0; i < bits.length; i++) bits[i] = (bits[i] as number) & (other[i] as number);
}

/** Adds what is in `other`. */
export function unite(bits: Uint8Array, other: Uint8Array): void {
  for (let i = 0; i < bits.length; i++) bits[i] = (bits[i] as number) | (other[i] as number);
}

/** Exchanges 0 and 1 of the first `count` bits. */
export function invert(bits: Uint8Array, count: number): void {
  for (let i = 0; i < bits.length; i++) bits[i] = ~(bits[i] as number);
  const last = count & 7;
  if (last !== 0 && bits.length > 0) bits[bits.length - 1] = (bits[bits.length - 1] as number) & ((1 << last) - 1);
}

/** Bit per slot from bit per value: slots without a value are 0. `validity` has a bit per slot. */
export function spreadBits(dense: Uint8Array, validity: Uint8Array, slotCount: number): Uint8Array {
  const bits = new Uint8Array(bytesFor(slotCount));
  let value = 0;
  for (let i = 0; i < bits.length; i++) {
    const present = validity[i] as number;
    if (present === 0) continue;
    let byte = 0;
    if (present === 0xff) {
      const at = value >> 3;
      const shift = value & 7;
      byte = (((dense[at] as number) | ((dense[at + 1] ?? 0) << 8)) >> shift) & 0xff;
      value += 8;
    } else {
      for (let k = 0; k < 8; k++) {
        if ((present & (1 << k)) === 0) continue;
        if (((dense[value >> 3] as number) & (1 << (value & 7))) !== 0) byte |= 1 << k;
        value++;
      }
    }
    bits[i] = byte;
  }
  return bits;
}

/** A bit per index: that of the entry. `entries` has a byte, 0 or 1, per entry, one at least. */
export function bitsOfIndices(indices: Int32Array, count: number, entries: Uint8Array): Uint8Array {
  const bits = new Uint8Array(bytesFor(count));
  const whole = count & ~7;
  for (let i = 0; i < whole; i += 8) {
    bits[i >> 3] =
      (entries[indices[i] as number] as number) |
      ((entries[indices[i + 1] as number] as number) << 1) |
      ((entries[indices[i + 2] as number] as number) << 2) |
      ((entries[indices[i + 3] as number] as number) << 3) |
      ((entries[indices[i + 4] as number] as number) << 4) |
      ((entries[indices[i + 5] as number] as number) << 5) |
      ((entries[indices[i + 6] as number] as number) << 6) |
      ((entries[indices[i + 7] as number] as number) << 7);
  }
  for (let i = whole; i < count; i++) {
    // Spaced, the index of a null may be beyond an empty dictionary.
    const entry = entries[indices[i] as number] ?? 0;
    bits[i >> 3] = (bits[i >> 3] as number) | (entry << (i & 7));
  }
  return bits;
}
