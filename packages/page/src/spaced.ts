/** Reads the values of a page into a buffer with one entry per slot. */
import { spreadInPlace } from '@marquetry/bit-io';
import type { ColumnBuffer, Nulls } from '@marquetry/core';
import type { DataPage } from './open-page.js';

/**
 * Returns a bitmap with one bit per slot, least significant first: 1 if the slot has a value, 0 if it is null. Returns
 * undefined if all slots have values.
 */
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
 * Appends all values of a page to `target`, with one entry per slot. The entry of a null is 0, false or empty.
 * @throws ParquetError as `page.values` does; LIMIT if the buffer cannot hold the entries.
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
