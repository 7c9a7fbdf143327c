/** Evaluates `contains` tests: finds the rows whose list has a matching element. */
import type { ColumnPiece } from '@marquetry/column';
import type { Steps } from '@marquetry/core';
import type { Comparison, ElementTest } from '../predicate/predicate.js';
import { bytesFor, stepSlots } from './bits.js';

/**
 * Returns one bit per row: 1 if the row's list has an element that satisfies all comparisons. If the test is negated,
 * the bit is 1 if every element is known to fail at least one comparison.
 * @param passes One bit per value of the column (per slot if `piece.spaced` is true): 1 if the value satisfies all
 *   comparisons except `isNull`. `undefined` if the test has only `isNull` comparisons.
 */
export function* rowsWithElement(
  test: ElementTest,
  piece: ColumnPiece,
  passes: Uint8Array | undefined,
): Steps<Uint8Array> {
  const walk = new ElementWalk(test, piece, passes);
  for (let from = 0; from < piece.slotCount; ) {
    const to = Math.min(piece.slotCount, from + stepSlots);
    walk.look(from, to);
    if (to < piece.slotCount) yield;
    from = to;
  }
  return walk.end();
}

/**
 * Tests the elements of a list column, slot by slot. After the last slot of a row, it sets the row's bit if an element
 * satisfied the test. If the test is negated, it sets the bit if every element is known to fail.
 */
class ElementWalk {
  declare private readonly test: ElementTest;
  declare private readonly piece: ColumnPiece;
  private readonly passes: Uint8Array | undefined;
  declare private readonly nullTests: readonly Extract<Comparison, { readonly kind: 'isNull' }>[];
  declare private readonly bits: Uint8Array;
  private value = 0;
  /**
   * Index of the current row, or -1 before the first row. `hasPassing` and `hasUnknown` describe the elements of this
   * row up to the current slot.
   */
  private row = -1;
  private hasPassing = false;
  private hasUnknown = false;

  constructor(test: ElementTest, piece: ColumnPiece, passes: Uint8Array | undefined) {
    this.test = test;
    this.piece = piece;
    this.passes = passes;
    this.nullTests = test.comparisons.filter((each) => each.kind === 'isNull');
    this.bits = new Uint8Array(bytesFor(piece.rowCount));
  }

  look(from: number, to: number): void {
    const { nullTests, passes } = this;
    const { leaf, listLevel, entryLevel } = this.test;
    const { nulls, spaced } = this.piece;
    const levels = nulls.kind === 'levels' ? nulls : undefined;
    const present = leaf.maxDefinitionLevel;
    let { value, hasPassing, hasUnknown } = this;
    for (let slot = from; slot < to; slot++) {
      const definition = levels?.definition[slot] ?? present;
      if ((levels?.repetition?.[slot] ?? 0) === 0) {
        this.endRow(hasPassing, hasUnknown);
        this.row++;
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
    this.value = value;
    this.hasPassing = hasPassing;
    this.hasUnknown = hasUnknown;
  }

  /** Ends the last row, and returns one bit per row. */
  end(): Uint8Array {
    this.endRow(this.hasPassing, this.hasUnknown);
    return this.bits;
  }

  private endRow(hasPassing: boolean, hasUnknown: boolean): void {
    const { bits, row } = this;
    const isKept = this.test.isNegated ? !hasPassing && !hasUnknown : hasPassing;
    if (row >= 0 && isKept) bits[row >> 3] = (bits[row >> 3] as number) | (1 << (row & 7));
  }
}
