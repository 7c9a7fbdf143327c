/** Determines which slots of a range have a value. */
import { copyBits } from '@marquetry/bit-io';
import type { NullBitmap, NullLevels } from '@marquetry/core';
import { validityOf } from '@marquetry/page';

/**
 * Returns one bit per slot of `[from, to)`; the bit is 1 if the slot has a value. Bit 0 belongs to slot `from`. The
 * bits are a copy.
 */
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
