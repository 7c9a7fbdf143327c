/**
 * Converts the definition levels of a column in a file to those in the dataset. In the dataset, more nodes on the path
 * of the column may be optional.
 *
 *   file      required a . optional b      level 0: b is null     level 1: b has a value
 *   dataset   optional a . optional b      level 1                level 2
 */
import { readBit } from '@marquetry/bit-io';
import { type NullLevels, type Nulls, noNulls } from '@marquetry/core';
import type { LeafNode, SchemaNode } from '@marquetry/schema';

/**
 * For each definition level in the file, the corresponding level in the dataset; `undefined` if all levels stay the
 * same.
 */
export type LevelMap = Uint8Array | undefined;

/** Creates a level map. `inFile` and `inDataset` are the nodes on the path of the column, without the root. */
export function levelMapOf(inFile: readonly SchemaNode[], inDataset: readonly SchemaNode[]): LevelMap {
  const most = inFile.at(-1)?.maxDefinitionLevel ?? 0;
  const map = new Uint8Array(most + 1);
  for (let level = 0; level <= most; level++) {
    // Find the innermost node that is present at this level.
    let last = -1;
    while (last + 1 < inFile.length && (inFile[last + 1] as SchemaNode).maxDefinitionLevel <= level) last++;
    map[level] = last < 0 ? 0 : (inDataset[last] as SchemaNode).maxDefinitionLevel;
  }
  return map.every((level, i) => level === i) ? undefined : map;
}

/**
 * Converts the nulls of a column in a file to those of the same column in the dataset (`leaf`), where more nodes may be
 * optional.
 */
export function mapNulls(nulls: Nulls, slotCount: number, map: LevelMap, leaf: LeafNode): Nulls {
  if (map === undefined || nulls.kind === 'none') return nulls;
  if (nulls.kind === 'bitmap') {
    if (leaf.maxDefinitionLevel === 1) return nulls;
    const definition = new Uint8Array(slotCount);
    const [absent, present] = [map[0] as number, map[1] as number];
    for (let slot = 0; slot < slotCount; slot++) definition[slot] = readBit(nulls.bits, slot) === 1 ? present : absent;
    return { kind: 'levels', definition, nullCount: nulls.nullCount };
  }
  return { ...nulls, definition: mapLevels(nulls.definition, map) };
}

function mapLevels(levels: Uint8Array, map: Uint8Array): Uint8Array {
  const mapped = new Uint8Array(levels.length);
  for (let i = 0; i < levels.length; i++) mapped[i] = map[levels[i] as number] as number;
  return mapped;
}

/**
 * Returns the nulls of a column that the file does not have, in a group that the file has. `nulls` are the nulls of
 * another column in the group, with the levels of the dataset. They show in which rows the group is present.
 */
export function nullsBelow(
  nulls: Nulls,
  slotCount: number,
  beside: LeafNode,
  group: SchemaNode,
  leaf: LeafNode,
): { readonly nulls: Nulls; readonly slotCount: number } {
  const { maxDefinitionLevel: groupLevel, maxRepetitionLevel: groupRepetition } = group;
  const levelAt = levelsOf(nulls, beside);
  const definition = new Uint8Array(slotCount);
  const repetition = leaf.maxRepetitionLevel > 0 ? new Uint8Array(slotCount) : undefined;
  const repetitionBeside = nulls.kind === 'levels' ? nulls.repetition : undefined;
  let count = 0;
  for (let slot = 0; slot < slotCount; slot++) {
    const level = repetitionBeside?.[slot] ?? 0;
    // The other column may be repeated inside the group, and then has several slots per group. The missing column has
    // one.
    if (level > groupRepetition) continue;
    definition[count] = Math.min(levelAt(slot), groupLevel);
    if (repetition !== undefined) repetition[count] = level;
    count++;
  }
  const levels: NullLevels = { kind: 'levels', definition: definition.subarray(0, count), nullCount: count };
  if (repetition !== undefined)
    return { nulls: { ...levels, repetition: repetition.subarray(0, count) }, slotCount: count };
  if (count === 0) return { nulls: noNulls, slotCount: 0 };
  return { nulls: leaf.maxDefinitionLevel === 1 ? allNull(leaf, count) : levels, slotCount: count };
}

function levelsOf(nulls: Nulls, { maxDefinitionLevel }: LeafNode): (slot: number) => number {
  if (nulls.kind === 'levels') return (slot) => nulls.definition[slot] as number;
  if (nulls.kind === 'none') return () => maxDefinitionLevel;
  return (slot) => (readBit(nulls.bits, slot) === 1 ? maxDefinitionLevel : 0);
}

/** Returns the nulls of a column that is null in every row. */
export function allNull(leaf: LeafNode, rowCount: number): Nulls {
  if (rowCount === 0 && leaf.maxRepetitionLevel === 0) return noNulls;
  if (leaf.maxRepetitionLevel === 0 && leaf.maxDefinitionLevel === 1) {
    return { kind: 'bitmap', bits: new Uint8Array(Math.ceil(rowCount / 8)), nullCount: rowCount };
  }
  const definition = new Uint8Array(rowCount);
  const levels: NullLevels = { kind: 'levels', definition, nullCount: rowCount };
  return leaf.maxRepetitionLevel === 0 ? levels : { ...levels, repetition: new Uint8Array(rowCount) };
}
