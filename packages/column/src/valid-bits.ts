/** The validity of the slots in a range. */
import { copyBits } from '@marquetry/bit-io';
import type { NullBitmap, NullLevels } from '@marquetry/core';
import { validityOf } from '@marquetry/page';

/** Returns one bit per slot of `[from, to)`, the first slot in bit 0: 1 if the slot has a value. Copies the bits. */
export function validBits(
  nulls: NullBitmap | NullLevels,
  from: number,
  to: number,
  maxDefinitionLevel: number,
): Uint8Array {
  const bits = new Uint8Array(Math.ceil((to - from) / 8));
  if (nulls.kind === 'bitmap') {
    copyBits(nulls.bits, from, bits, 0, to - from);
    return bits;
  }
  const stretch = { ...nulls, definition: nulls.definition.subarray(from, to) };
  return validityOf(stretch, maxDefinitionLevel) ?? bits;
}
