/**
 * Rows that have an element that passes: `contains`.
 */
import type { ColumnPiece } from '@marquetry/column';
import type { ElementTest } from '../predicate/predicate.js';
import { bytesFor } from './bits.js';

/**
 * Bit per row: 1 where some element passes all comparisons; negated, where all elements fail one.
 * @param passes a bit per value of the piece (per slot where it is spaced), of the comparisons that look at values.
 *   Undefined where only nulls are asked for.
 */
export function rowsWithElement(test: ElementTest, piece: ColumnPiece, passes: Uint8Array | undefined): Uint8Array {
  const { leaf, listLevel, entryLevel, isNegated, comparisons } = test;
  const { nulls, slotCount, rowCount, spaced } = piece;
  const bits = new Uint8Array(bytesFor(rowCount));
  const levels = nulls.kind === 'levels' ? nulls : undefined;
  const present = leaf.maxDefinitionLevel;
  const nullTests = comparisons.filter((each) => each.kind === 'isNull');
  let value = 0;
  let row = -1;
  let hasPassing = false;
  let hasUnknown = false;
  const endRow = (): void => {
    const isKept = isNegated ? !hasPassing && !hasUnknown : hasPassing;
    if (row >= 0 && isKept) bits[row >> 3] = (bits[row >> 3] as number) | (1 << (row & 7));
  };
  for (let slot = 0; slot < slotCount; slot++) {
    const definition = levels?.definition[slot] ?? present;
    if ((levels?.repetition?.[slot] ?? 0) === 0) {
      endRow();
      row++;
      hasPassing = false;
      hasUnknown = definition < listLevel;
    }
    const isValue = definition === present;
    const at = spaced ? slot : value;
    if (isValue) value++;
    if (definition < entryLevel || hasPassing) continue;
    if (!nullTests.every(({ level, isNegated: wantsValue }) => definition < level !== wantsValue)) continue;
    if (passes === undefined) hasPassing = true;
    else if (!isValue) hasUnknown = true;
    else if (((passes[at >> 3] as number) & (1 << (at & 7))) !== 0) hasPassing = true;
  }
  endRow();
  return bits;
}
