/**
 * The state of one leaf column while its enclosing lists are converted to offsets, from the outermost inwards: the
 * slots that remain, and what is known about their levels.
 */
import { type NoNulls, type NullBitmap, type Nulls, noNulls, ParquetError, type Steps } from '@marquetry/core';
import { countEqual, type LayerSlots } from '@marquetry/levels';
import { formatPath, type LeafNode } from '@marquetry/schema';
import type { ColumnPiece } from '../piece.js';
import { stepSlots } from '../stretches.js';

/**
 * A leaf column inside lists that have already been assembled. `slots` has the position of each value or null in the
 * innermost list. If `slots` is undefined, each entry has one position, and `nulls` determines which entries are null.
 */
export interface LeafView {
  readonly leaf: LeafNode;
  readonly slots: LayerSlots | undefined;
  readonly nulls: NoNulls | NullBitmap;
  /** Number of values of the leaf, excluding nulls. */
  readonly valueCount: number;
  /** A lower bound for the definition levels of the slots. */
  readonly leastDefinition: number;
}

/**
 * Returns the state of a leaf column before any list is converted: it has all slots of the leaf.
 * @throws ParquetError CORRUPT if the piece has fewer levels than slots, or if its levels do not match its number of
 * values.
 */
export function* viewOf(leaf: LeafNode, { values, nulls, slotCount, spaced }: ColumnPiece): Steps<LeafView> {
  const valueCount = spaced ? slotCount - nulls.nullCount : values.length;
  if (leaf.maxRepetitionLevel === 0 && nulls.kind !== 'levels') {
    return { leaf, slots: undefined, nulls, valueCount, leastDefinition: 0 };
  }
  const { maxDefinitionLevel } = leaf;
  const { definition, repetition } = levelsOf(nulls, slotCount, maxDefinitionLevel);
  if (definition.length < slotCount || repetition.length < slotCount) {
    throw contradiction(leaf, `the column has ${slotCount} slots, but fewer levels`);
  }
  let valid = 0;
  for (let from = 0; from < slotCount; ) {
    const to = Math.min(slotCount, from + stepSlots);
    valid += countEqual(definition, maxDefinitionLevel, from, to);
    if (to < slotCount) yield;
    from = to;
  }
  if (valid !== valueCount) {
    throw contradiction(leaf, `the column has ${valueCount} values, but its definition levels imply ${valid}`);
  }
  const slots = { definition, repetition, slotCount };
  return { leaf, slots, nulls: noNulls, valueCount, leastDefinition: leastIn(slots, leaf, valueCount, 0) };
}

/** Returns the levels of a piece. If it has no levels, every slot has a value and starts a row. */
function levelsOf(
  nulls: Nulls,
  slotCount: number,
  maxDefinitionLevel: number,
): Pick<LayerSlots, 'definition' | 'repetition'> {
  if (nulls.kind !== 'levels') {
    return { definition: new Uint8Array(slotCount).fill(maxDefinitionLevel), repetition: new Uint8Array(slotCount) };
  }
  const { definition, repetition = new Uint8Array(slotCount) } = nulls;
  return { definition, repetition };
}

/**
 * Returns a lower bound for the definition levels of the slots: the maximum level if every slot has a value,
 * `otherwise` if not.
 */
export function leastIn({ slotCount }: LayerSlots, leaf: LeafNode, valueCount: number, otherwise: number): number {
  return slotCount === valueCount ? leaf.maxDefinitionLevel : otherwise;
}

/** Returns a CORRUPT error that names the column. */
export function contradiction(leaf: LeafNode, reason: string): ParquetError {
  return new ParquetError('CORRUPT', reason, { column: formatPath(leaf.path) });
}
