/**
 * Derives one layer of lists from levels: where each list begins and ends, and the slots of the entries.
 *
 *   optional list of optional ints; rows [1, null], null, [], [4]
 *   definition  3 2 0 1 3       offsets               0 2 2 2 3
 *   repetition  0 1 0 0 0       slots of the entries  definition 3 2 3, repetition 0 1 0
 *
 * Long layers are processed in portions of slots. A portion begins at the start of a list if there is one nearby:
 *
 *   slots      |----------------|---------------|----------------|
 *   offsets    |-- from 0 ------|-- from 0 -----|  ... then each portion adds the entries of all portions before it
 *
 * Source: Melnik et al., Dremel: Interactive Analysis of Web-Scale Datasets, VLDB 2010, section 4.
 */
import { allocateBytes, type KernelLists, runSteps, type Steps, viewOf } from '@marquetry/core';
import {
  contradiction,
  type LayerKernels,
  type LayerSlots,
  levelsFrom,
  type SlotRange,
  stepSlots,
} from './layer-slots.js';
import { countMarks, marksAtLeast, marksBefore, thresholdAt, wordOfLevels } from './marks.js';

/** The levels of a layer of lists or maps. */
export interface ListLayer {
  /** The repetition level, 1 or more, of an entry that is not the first of its list. */
  readonly repetitionLevel: number;
  /** A list has entries if the definition level is at least this. */
  readonly entryDefinitionLevel: number;
}

/** The offsets of the lists, and the slots of their entries. */
export interface OpenedLists {
  /**
   * One more than the number of lists, ascending from 0: list `i` holds the entries from `offsets[i]` to
   * `offsets[i + 1]`.
   */
  readonly offsets: Int32Array;
  readonly entryCount: number;
  readonly entries: LayerSlots;
  /** The lowest definition level that a slot of these lists can have: that of an entry or of an empty list, or 0. */
  readonly leastDefinition: number;
}

/**
 * Opens a layer of `length` lists. Linear in the slots.
 * @throws ParquetError CORRUPT if the slots hold another number of lists, or an entry continues a list that has none;
 * LIMIT if the engine has no memory for the offsets.
 */
export function openLists(
  slots: LayerSlots,
  layer: ListLayer,
  length: number,
  kernels: LayerKernels = {},
): OpenedLists {
  return runSteps(openListsInSteps(slots, layer, length, kernels));
}

/** A portion of the slots, and the number of its slots that start or continue an entry. */
interface Portion extends SlotRange {
  readonly kept: number;
}

/** Like {@link openLists}, in steps of less than a millisecond. */
export function* openListsInSteps(
  slots: LayerSlots,
  layer: ListLayer,
  length: number,
  kernels: LayerKernels = {},
): Steps<OpenedLists> {
  const { slotCount } = slots;
  const { entryDefinitionLevel } = layer;
  const offsets = new Int32Array(allocateBytes(4 * (length + 1)).buffer);
  const portions: Portion[] = [];
  let lists = 0;
  let entryCount = 0;
  let kept = 0;
  let isBroken = false;
  let isBelowEmpty = false;
  for (let from = 0; from < slotCount; ) {
    const to = portionEnd(slots, from, layer);
    const found = listsOf(slots, { from, to }, layer, offsets.subarray(lists), kernels);
    if (entryCount > 0) moveOffsets(offsets, lists, lists + found.lists, entryCount);
    lists += found.lists;
    entryCount += found.entries;
    kept += found.slotsOfEntries;
    isBroken ||= found.isBroken;
    isBelowEmpty ||= found.isBelowEmpty;
    portions.push({ from, to, kept: found.slotsOfEntries });
    if (to < slotCount) yield;
    from = to;
  }
  if (lists !== length) throw contradiction(`the levels have ${lists} lists, but ${length} are expected`);
  if (isBroken) throw contradiction('a repetition level continues a list that has no entry');
  offsets[length] = entryCount;
  const areEntries = kept === slotCount;
  return {
    offsets,
    entryCount,
    entries: areEntries ? slots : yield* slotsAtLeast(slots, entryDefinitionLevel, portions, kept, kernels),
    leastDefinition: areEntries ? entryDefinitionLevel : isBelowEmpty ? 0 : entryDefinitionLevel - 1,
  };
}

/** Number of slots before the end of a portion that are searched for the start of a list. */
const searchedSlots = 4096;

/**
 * Returns the slot at which a portion ends: at most `stepSlots` after its start. The portion ends before the start of a list, if
 * a list starts in its last slots.
 */
function portionEnd({ repetition, slotCount }: LayerSlots, from: number, { repetitionLevel }: ListLayer): number {
  const end = from + stepSlots;
  if (end >= slotCount) return slotCount;
  for (let slot = end; slot > end - searchedSlots; slot--)
    if ((repetition[slot] as number) < repetitionLevel) return slot;
  return end;
}

/** Offsets of a portion are counted from its first slot; kernels do not see the slots before it. */
function listsOf(
  slots: LayerSlots,
  range: SlotRange,
  layer: ListLayer,
  offsets: Int32Array,
  { openLists: open }: LayerKernels,
): KernelLists {
  const { from, to } = range;
  const { repetitionLevel, entryDefinitionLevel } = layer;
  const begins = from === 0 || (slots.repetition[from] as number) < repetitionLevel;
  if (begins && open !== undefined) {
    const definition = levelsFrom(slots.definition, from);
    const repetition = levelsFrom(slots.repetition, from);
    const found = open(definition, repetition, to - from, entryDefinitionLevel, repetitionLevel, offsets);
    if (found !== undefined) return found;
  }
  return findLists(slots, range, layer, offsets);
}

function moveOffsets(offsets: Int32Array, from: number, to: number, by: number): void {
  for (let i = from; i < to; i++) offsets[i] = (offsets[i] as number) + by;
}

/**
 * The loop has no branches, because the processor could not predict them. Relies on the engine to ignore stores beyond
 * the end of `offsets`.
 */
function findLists(
  { definition, repetition }: LayerSlots,
  { from, to }: SlotRange,
  { repetitionLevel, entryDefinitionLevel }: ListLayer,
  offsets: Int32Array,
): KernelLists {
  const definitions = viewOf(definition);
  const repetitions = viewOf(repetition);
  const entryLevel = thresholdAt(entryDefinitionLevel);
  const emptyLevel = thresholdAt(entryDefinitionLevel - 1);
  const continuesLevel = thresholdAt(repetitionLevel);
  const deeperLevel = thresholdAt(repetitionLevel + 1);
  let list = 0;
  let entryCount = 0;
  let slotsOfEntries = 0;
  /** 1 if the previous slot is an entry; 0 if it is not or does not exist. */
  let before = from > 0 && (definition[from - 1] as number) >= entryDefinitionLevel ? 0x80 : 0;
  let broken = 0;
  let belowEmpty = 0;
  for (let i = from; i < to; i += 4) {
    const there = marksBefore(i, to);
    const d = wordOfLevels(definitions, i, to);
    const r = wordOfLevels(repetitions, i, to);
    const isEntry = marksAtLeast(d, entryLevel) & there;
    const continues = marksAtLeast(r, continuesLevel) & there;
    const begins = ~continues & there;
    const isNew = isEntry & ~marksAtLeast(r, deeperLevel);
    // If a slot continues a list, it and the previous slot must be entries.
    broken |= continues & ~(isEntry & ((isEntry << 8) | before));
    before = isEntry >>> 24;
    belowEmpty |= ~marksAtLeast(d, emptyLevel) & there;
    slotsOfEntries += countMarks(isEntry);
    // If a list continues, the store goes to the next list's offset, which is overwritten when that list begins.
    offsets[list] = entryCount;
    list += (begins >>> 7) & 1;
    entryCount += (isNew >>> 7) & 1;
    offsets[list] = entryCount;
    list += (begins >>> 15) & 1;
    entryCount += (isNew >>> 15) & 1;
    offsets[list] = entryCount;
    list += (begins >>> 23) & 1;
    entryCount += (isNew >>> 23) & 1;
    offsets[list] = entryCount;
    list += begins >>> 31;
    entryCount += isNew >>> 31;
  }
  return {
    lists: list,
    entries: entryCount,
    slotsOfEntries,
    isBroken: broken !== 0,
    isBelowEmpty: belowEmpty !== 0,
  };
}

/** Returns the `count` slots of all portions whose definition level is at least `level`. */
function* slotsAtLeast(
  slots: LayerSlots,
  level: number,
  portions: readonly Portion[],
  count: number,
  { keepSlots }: LayerKernels,
): Steps<LayerSlots> {
  // The array needs room for one slot more than it keeps: every slot is stored, but only a kept one advances the
  // position.
  const definition = allocateBytes(count + 1);
  const repetition = allocateBytes(count + 1);
  let at = 0;
  for (const portion of portions) {
    const { from, to, kept } = portion;
    const target = { definition: levelsFrom(definition, at), repetition: levelsFrom(repetition, at) };
    const isKept = keepSlots?.(
      levelsFrom(slots.definition, from),
      levelsFrom(slots.repetition, from),
      to - from,
      level,
      target.definition,
      target.repetition,
    );
    if (isKept !== true) keep(slots, portion, level, target);
    at += kept;
    if (to < slots.slotCount) yield;
  }
  return { definition, repetition, slotCount: count };
}

function keep(
  { definition, repetition }: LayerSlots,
  { from, to }: SlotRange,
  level: number,
  target: Pick<LayerSlots, 'definition' | 'repetition'>,
): void {
  let kept = 0;
  for (let i = from; i < to; i++) {
    const d = definition[i] as number;
    target.definition[kept] = d;
    target.repetition[kept] = repetition[i] as number;
    kept += Number(d >= level);
  }
}
