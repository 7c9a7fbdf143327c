/**
 * From levels to one layer of a nested column at a time: which entries are null, where lists begin and end.
 *
 *   optional list of optional ints; rows [1, null], null, [], [4]
 *   definition  3 2 0 1 3       the layer's validity  1 0 1 1
 *   repetition  0 1 0 0 0       its offsets           0 2 2 2 3
 *                               slots of its entries  definition 3 2 3, repetition 0 1 0
 *
 * Source: Melnik et al., Dremel: Interactive Analysis of Web-Scale Datasets, VLDB 2010, section 4.
 */
import {
  allocateBytes,
  type KernelEntries,
  type KernelLists,
  type Kernels,
  type NoNulls,
  type NullBitmap,
  noNulls,
  ParquetError,
} from '@marquetry/core';
import { allMarks, bitsOfMarks, countMarks, marksAtLeast, marksBefore, thresholdAt, wordOfLevels } from './marks.js';

/** The slots of a column that a layer consists of, one byte of level each; more bytes may follow. */
export interface LayerSlots {
  readonly definition: Uint8Array;
  /** All 0 where nothing is repeated. */
  readonly repetition: Uint8Array;
  readonly slotCount: number;
}

/** Kernels that take whole layers, where there are any. */
export type LayerKernels = Pick<Kernels, 'openLists' | 'keepSlots' | 'layerBits'>;

/** A layer of lists or maps, by levels. */
export interface ListLayer {
  /** An entry that is not the first of its list has this repetition level; 1 or more. */
  readonly repetitionLevel: number;
  /** A list has entries where the definition level is at least this. */
  readonly entryDefinitionLevel: number;
}

/** Where each list begins and ends, and the slots of what they hold. */
export interface OpenedLists {
  /** One more than there are lists, ascending from 0: list `i` holds entries `offsets[i]` to `offsets[i + 1]`. */
  readonly offsets: Int32Array;
  readonly entryCount: number;
  readonly entries: LayerSlots;
  /** No slot has a lower definition level: that of an entry, of an empty list, or 0. */
  readonly leastDefinition: number;
}

/**
 * Opens a layer of `length` lists. Linear in the slots.
 * @throws ParquetError CORRUPT when the slots make another number of lists, or an entry continues a list that has none;
 *   LIMIT where the engine has no memory for the offsets.
 */
export function openLists(
  slots: LayerSlots,
  layer: ListLayer,
  length: number,
  kernels: LayerKernels = {},
): OpenedLists {
  const { definition, repetition, slotCount } = slots;
  const { repetitionLevel, entryDefinitionLevel } = layer;
  const offsets = new Int32Array(allocateBytes(4 * (length + 1)).buffer);
  const { lists, entries, slotsOfEntries, isBroken, isBelowEmpty } =
    kernels.openLists?.(definition, repetition, slotCount, entryDefinitionLevel, repetitionLevel, offsets) ??
    findLists(slots, layer, offsets);
  if (lists !== length) throw contradiction(`the levels make ${lists} lists where there are ${length}`);
  if (isBroken) throw contradiction('a repetition level continues a list that has no entry');
  offsets[length] = entries;
  const areEntries = slotsOfEntries === slotCount;
  return {
    offsets,
    entryCount: entries,
    entries: areEntries ? slots : slotsAtLeast(slots, entryDefinitionLevel, slotsOfEntries, kernels),
    leastDefinition: areEntries ? entryDefinitionLevel : isBelowEmpty ? 0 : entryDefinitionLevel - 1,
  };
}

/** Without branches: levels are as good as random. The engine drops stores beyond the lists that `offsets` has room for. */
function findLists(
  { definition, repetition, slotCount }: LayerSlots,
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
  let before = 0;
  let broken = 0;
  let belowEmpty = 0;
  for (let i = 0; i < slotCount; i += 4) {
    const there = marksBefore(i, slotCount);
    const d = wordOfLevels(definitions, i, slotCount);
    const r = wordOfLevels(repetitions, i, slotCount);
    const isEntry = marksAtLeast(d, entryLevel) & there;
    const continues = marksAtLeast(r, continuesLevel) & there;
    const begins = ~continues & there;
    const isNew = isEntry & ~marksAtLeast(r, deeperLevel);
    // Where a list goes on, its slot and the slot before it are entries.
    broken |= continues & ~(isEntry & ((isEntry << 8) | before));
    before = isEntry >>> 24;
    belowEmpty |= ~marksAtLeast(d, emptyLevel) & there;
    slotsOfEntries += countMarks(isEntry);
    // Where a list goes on, the offset is the next list's, and is written again when that begins.
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

/** The `count` slots whose definition level is at least that. */
function slotsAtLeast(
  { definition, repetition, slotCount }: LayerSlots,
  level: number,
  count: number,
  { keepSlots }: LayerKernels,
): LayerSlots {
  // One more: what is not kept is written behind what is.
  const keptDefinition = allocateBytes(count + 1);
  const keptRepetition = allocateBytes(count + 1);
  const slots = { definition: keptDefinition, repetition: keptRepetition, slotCount: count };
  if (keepSlots?.(definition, repetition, slotCount, level, keptDefinition, keptRepetition) === true) return slots;
  let kept = 0;
  for (let i = 0; i < slotCount; i++) {
    const d = definition[i] as number;
    keptDefinition[kept] = d;
    keptRepetition[kept] = repetition[i] as number;
    kept += Number(d >= level);
  }
  return slots;
}

/**
 * Which of the `length` entries of a layer are there: those whose definition level is at least `definitionLevel`. Entries
 * begin where the repetition level is at most `repetitionLevel`, that of the nearest list around.
 * @throws ParquetError CORRUPT when the slots make another number of entries.
 */
export function nullsOfLayer(
  { definition, repetition, slotCount }: LayerSlots,
  { repetitionLevel, definitionLevel }: { readonly repetitionLevel: number; readonly definitionLevel: number },
  length: number,
  { layerBits }: LayerKernels = {},
): NoNulls | NullBitmap {
  const bits = new Uint8Array(Math.ceil(length / 8));
  const slots = { definition, repetition, slotCount };
  const { entries, valid } =
    layerBits?.(definition, repetition, slotCount, definitionLevel, repetitionLevel, bits) ??
    findNulls(slots, definitionLevel, repetitionLevel, bits);
  if (entries !== length) throw contradiction(`the levels make ${entries} entries where there are ${length}`);
  return valid === length ? noNulls : { kind: 'bitmap', bits, nullCount: length - valid };
}

function findNulls(
  { definition, repetition, slotCount }: LayerSlots,
  definitionLevel: number,
  repetitionLevel: number,
  bits: Uint8Array,
): KernelEntries {
  const definitions = viewOf(definition);
  const repetitions = viewOf(repetition);
  const validLevel = thresholdAt(definitionLevel);
  const deeperLevel = thresholdAt(repetitionLevel + 1);
  let entry = 0;
  let valid = 0;
  /** The bits of the byte that `entry` is in, as far as they are known. */
  let byte = 0;
  for (let i = 0; i < slotCount; i += 4) {
    const begins = ~marksAtLeast(wordOfLevels(repetitions, i, slotCount), deeperLevel) & marksBefore(i, slotCount);
    const isValid = marksAtLeast(wordOfLevels(definitions, i, slotCount), validLevel) & begins;
    valid += countMarks(isValid);
    if (begins === allMarks) {
      byte |= bitsOfMarks(isValid) << (entry & 7);
      bits[entry >> 3] = byte;
      byte >>>= ((entry + 4) ^ entry) & 8;
      entry += 4;
      continue;
    }
    for (let shift = 7; shift < 32; shift += 8) {
      const next = entry + ((begins >>> shift) & 1);
      byte |= ((isValid >>> shift) & 1) << (entry & 7);
      bits[entry >> 3] = byte;
      byte >>>= (next ^ entry) & 8;
      entry = next;
    }
  }
  if ((entry & 7) !== 0) bits[entry >> 3] = byte;
  return { entries: entry, valid };
}

function viewOf(levels: Uint8Array): DataView {
  return new DataView(levels.buffer, levels.byteOffset, levels.byteLength);
}

function contradiction(reason: string): ParquetError {
  return new ParquetError('CORRUPT', reason);
}
