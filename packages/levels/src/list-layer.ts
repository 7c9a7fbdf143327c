/**
 * Derives one layer of lists from levels: where each list begins and ends, and the slots of the entries.
 *
 *   optional list of optional ints; rows [1, null], null, [], [4]
 *
 *   definition  3 2 0 1 3       offsets               0 2 2 2 3
 *   repetition  0 1 0 0 0       slots of the entries  definition 3 2 3, repetition 0 1 0
 *
 * A long layer is processed in portions, which are ranges of slots. If a list starts near the end of a portion, the
 * portion ends before that list. Offsets in a portion start at 0, so the number of entries in all earlier portions is
 * then added to them:
 *
 *   slots      |---- portion ---|--- portion ---|--- portion ----|
 *   offsets    0 ........... n   0 .........m    0 ............       as found
 *              0 ........... n   n ..... n + m   n + m ........       as returned
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

/** The levels that identify a layer of lists or maps. */
export interface ListLayer {
  /** The repetition level (at least 1) of an entry that continues a list of this layer. */
  readonly repetitionLevel: number;
  /**
   * The lowest definition level of an entry. A slot with a lower level is a null list, an empty list, or a null
   * ancestor of the list.
   */
  readonly entryDefinitionLevel: number;
}

/** The offsets of the lists, and the slots of their entries. */
export interface OpenedLists {
  /**
   * The offset of each list, followed by the number of entries. List `i` consists of the entries from `offsets[i]` up
   * to, but not including, `offsets[i + 1]`.
   */
  readonly offsets: Int32Array;
  readonly entryCount: number;
  readonly entries: LayerSlots;
  /**
   * A lower bound for the definition levels of all slots: `entryDefinitionLevel` if every slot belongs to an entry,
   * `entryDefinitionLevel - 1` if all other slots are empty lists, otherwise 0.
   */
  readonly leastDefinition: number;
}

/**
 * Finds the `length` lists of a layer, and the slots of their entries. Takes time linear in the number of slots.
 * @throws ParquetError CORRUPT if the slots have more or fewer lists than `length`, or if an entry continues a list
 * without entries; LIMIT if the engine cannot allocate the offsets.
 */
export function openLists(
  slots: LayerSlots,
  layer: ListLayer,
  length: number,
  kernels: LayerKernels = {},
): OpenedLists {
  return runSteps(openListsInSteps(slots, layer, length, kernels));
}

/** A range of slots. `kept` is the number of slots in the range that belong to an entry of a list. */
interface Portion extends SlotRange {
  readonly kept: number;
}

/** Like {@link openLists}, but yields every millisecond or sooner, so that other work can run in between. */
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
  if (lists !== length) throw contradiction(`the levels describe ${lists} lists instead of ${length}`);
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

/** Number of slots at the end of a range among which {@link portionEnd} looks for the start of a list. */
const searchedSlots = 4096;

/**
 * Returns the end of the range of slots to process from `from` on: at most `stepSlots` later. If a list starts in the
 * last {@link searchedSlots} of these slots, the range ends before that list.
 */
function portionEnd({ repetition, slotCount }: LayerSlots, from: number, { repetitionLevel }: ListLayer): number {
  const end = from + stepSlots;
  if (end >= slotCount) return slotCount;
  for (let slot = end; slot > end - searchedSlots; slot--)
    if ((repetition[slot] as number) < repetitionLevel) return slot;
  return end;
}

/**
 * Finds the lists in a range of slots. The first list of the range has the offset 0. Uses a kernel if one is available
 * and a list starts at the first slot: a kernel cannot continue a list, because it does not see earlier slots.
 */
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
 * Finds the lists in a range of slots without a kernel. The loop has no branches, because the processor could not
 * predict them. If there are more lists than `offsets` has room for, the writes past the end of `offsets` have no
 * effect, as for any typed array.
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
  /**
   * 0x80 if the slot before the current word belongs to an entry; 0 if it does not, or if there is no such slot.
   */
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
    // A slot can continue a list only if both it and the previous slot belong to an entry.
    broken |= continues & ~(isEntry & ((isEntry << 8) | before));
    before = isEntry >>> 24;
    belowEmpty |= ~marksAtLeast(d, emptyLevel) & there;
    slotsOfEntries += countMarks(isEntry);
    // If the slot continues a list, this writes the offset of the next list too early. It is overwritten when that list
    // begins.
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

/**
 * Returns the `count` slots in the given ranges whose definition level is at least `level`.
 */
function* slotsAtLeast(
  slots: LayerSlots,
  level: number,
  portions: readonly Portion[],
  count: number,
  { keepSlots }: LayerKernels,
): Steps<LayerSlots> {
  // Every slot is stored, but the next one overwrites it if its definition level is below `level`. The arrays therefore
  // need room for one more slot.
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
