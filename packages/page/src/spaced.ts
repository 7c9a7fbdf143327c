/**
 * Dense values to one entry a slot.
 */
import { spreadInPlace } from '@marquetry/bit-io';
import type { ColumnBuffer, Nulls } from '@marquetry/core';
import type { DataPage } from './open-page.js';

/** One bit a slot, least significant first: 1 where the slot has a value. Undefined when all have. */
export function validityOf(nulls: Nulls, maxDefinitionLevel: number): Uint8Array | undefined {
  switch (nulls.kind) {
    case 'none':
      return undefined;
    case 'bitmap':
      return nulls.bits;
    case 'levels':
      return nulls.nullCount === 0 ? undefined : bitsEqual(nulls.definition, maxDefinitionLevel);
  }
}

/**
 * Appends all values of a page to `target`, one entry a slot: 0, false or empty where null.
 * @throws ParquetError as `page.values`, and LIMIT where the entries are too many for the buffer.
 */
export function readSpaced(page: DataPage, target: ColumnBuffer): void {
  const { nulls, slotCount, valueCount, column } = page;
  const start = target.length;
  page.readInto(target);
  const bits = validityOf(nulls, column.maxDefinitionLevel);
  if (bits !== undefined) spreadInPlace(target, start, valueCount, bits, slotCount);
}

function bitsEqual(levels: Uint8Array, level: number): Uint8Array {
  const bits = new Uint8Array(Math.ceil(levels.length / 8));
  for (let i = 0; i < levels.length; i++) {
    if (levels[i] === level) bits[i >> 3] = (bits[i >> 3] as number) | (1 << (i & 7));
  }
  return bits;
}
