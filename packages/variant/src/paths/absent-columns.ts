/**
 * Creates columns that need not be read, because their statistics prove their content: a `value` column that is null in all rows, and a `metadata`
 * column that no value needs. Their levels are derived from another column of the same rows, the anchor.
 *
 *   column             max. level   example levels
 *   anchor (read)      4            4  3  1  0
 *   value of a group   3            2  2  1  0     min(level of the anchor, level of the group)
 *   metadata           1            1  1  1  0     min(level of the anchor, 1)
 */
import { type Nulls, noNulls, PhysicalType, type Values } from '@marquetry/core';
import type { TypedColumn } from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';

/**
 * Returns a column that contains only nulls, or only metadata without names. The levels are derived from the column
 * `anchor`, which must be inside the group of `leaf` and must not be repeated.
 */
export function absentColumn(leaf: LeafNode, anchor: TypedColumn, spaced: boolean, isMetadata: boolean): TypedColumn {
  const { slotCount, rowCount } = anchor;
  const nulls = levelsUpTo(leaf, leaf.maxDefinitionLevel - (isMetadata ? 0 : 1), anchor);
  const length = spaced ? slotCount : slotCount - nulls.nullCount;
  return { leaf, nulls, slotCount, rowCount, spaced, values: isMetadata ? noNames(length) : empty(length) };
}

function levelsUpTo(
  leaf: LeafNode,
  most: number,
  { leaf: { maxDefinitionLevel }, nulls, slotCount }: TypedColumn,
): Nulls {
  if (leaf.maxDefinitionLevel === 0) return noNulls;
  const definition = new Uint8Array(slotCount);
  let nullCount = 0;
  for (let i = 0; i < slotCount; i++) {
    const level = Math.min(most, levelAt(nulls, i, maxDefinitionLevel));
    definition[i] = level;
    if (level < leaf.maxDefinitionLevel) nullCount++;
  }
  return { kind: 'levels', definition, nullCount };
}

/** Returns the definition level of a slot. */
export function levelAt(nulls: Nulls, slot: number, most: number): number {
  if (nulls.kind === 'none') return most;
  if (nulls.kind === 'levels') return nulls.definition[slot] as number;
  return most - 1 + (((nulls.bits[slot >> 3] as number) >> (slot & 7)) & 1);
}

function empty(length: number): Values {
  const offsets = new Int32Array(length + 1);
  return { layout: 'bytes', type: PhysicalType.BYTE_ARRAY, length, offsets, data: new Uint8Array(0) };
}

/** Returns variant metadata of version 1 without names, once per value. */
function noNames(length: number): Values {
  const dictionary = {
    ...({ layout: 'bytes', type: PhysicalType.BYTE_ARRAY, length: 1 } as const),
    ...{ offsets: Int32Array.of(0, 3), data: Uint8Array.of(1, 0, 0) },
  };
  return { layout: 'dictionary', type: PhysicalType.BYTE_ARRAY, length, indices: new Int32Array(length), dictionary };
}
