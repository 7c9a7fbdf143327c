/**
 * A column while its lists are converted, from the rows inwards: the remaining slots, and the known bounds of their
 * levels.
 */
import { type NoNulls, type NullBitmap, type Nulls, noNulls, ParquetError, type Steps } from '@marquetry/core';
import { countEqual, type LayerSlots } from '@marquetry/levels';
import { formatPath, type LeafNode } from '@marquetry/schema';
import type { ColumnPiece } from '../piece.js';
import { stepSlots } from '../stretches.js';

/** A leaf and its slots within a layer. If `slots` is undefined, each entry is one slot, and `nulls` marks the nulls. */
export interface LeafView {
  readonly leaf: LeafNode;
  readonly slots: LayerSlots | undefined;
  readonly nulls: NoNulls | NullBitmap;
  /** Dense values of the leaf. */
  readonly valueCount: number;
  /** A lower bound on the definition levels of all slots. */
  readonly leastDefinition: number;
}

/**
 * Returns the view of all slots of a piece.
 * @throws ParquetError CORRUPT if the piece has fewer levels than slots, or if its levels do not match the number of values.
 */
export function* viewOf(leaf: LeafNode, { values, nulls, slotCount, spaced }: ColumnPiece): Steps<LeafView> {
  const valueCount = spaced ? slotCount - nulls.nullCount : values.length;
  if (leaf.maxRepetitionLevel === 0 && nulls.kind !== 'levels') {
    return { leaf, slots: undefined, nulls, valueCount, leastDefinition: 0 };
  }
  const { maxDefinitionLevel } = leaf;
  const { definition, repetition } = levelsOf(nulls, slotCount, maxDefinitionLevel);
  if (definition.length < slotCount || repetition.length < slotCount) {
    throw contradiction(leaf, `there are fewer levels than slots (${slotCount})`);
  }
  let valid = 0;
  for (let from = 0; from < slotCount; ) {
    const to = Math.min(slotCount, from + stepSlots);
    valid += countEqual(definition, maxDefinitionLevel, from, to);
    if (to < slotCount) yield;
    from = to;
  }
  if (valid !== valueCount) {
    throw contradiction(leaf, `there are ${valueCount} values, but ${valid} of ${slotCount} slots have one`);
  }
  const slots = { definition, repetition, slotCount };
  return { leaf, slots, nulls: noNulls, valueCount, leastDefinition: leastIn(slots, leaf, valueCount, 0) };
}

/** Returns the levels of a piece. Without levels, every slot has a value and starts a row. */
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

/** Returns a lower bound on the definition levels of the slots: the maximum if every slot has a value, else `otherwise`. */
export function leastIn({ slotCount }: LayerSlots, leaf: LeafNode, valueCount: number, otherwise: number): number {
  return slotCount === valueCount ? leaf.maxDefinitionLevel : otherwise;
}

/** Returns a CORRUPT error that names the column. */
export function contradiction(leaf: LeafNode, reason: string): ParquetError {
  return new ParquetError('CORRUPT', reason, { column: formatPath(leaf.path) });
}
