/**
 * Derives the validity of one layer of a nested column from levels.
 *
 *   optional list of optional ints; rows [1, null], null, [], [4]
 *
 *   definition  3 2 0 1 3       validity of the lists  1 0 1 1: the second row is null
 *   repetition  0 1 0 0 0
 */
import { copyBits } from '@marquetry/bit-io';
import {
  type KernelEntries,
  type NoNulls,
  type NullBitmap,
  noNulls,
  runSteps,
  type Steps,
  viewOf,
} from '@marquetry/core';
import {
  contradiction,
  type LayerKernels,
  type LayerSlots,
  levelsFrom,
  type SlotRange,
  stepSlots,
} from './layer-slots.js';
import { allMarks, bitsOfMarks, countMarks, marksAtLeast, marksBefore, thresholdAt, wordOfLevels } from './marks.js';

/** The levels that show where the entries of a layer begin, and which of them are null. */
export interface EntryLevels {
  /**
   * The repetition level of the nearest enclosing list, or 0 if there is none. A slot begins an entry if its repetition
   * level is at most `repetitionLevel`.
   */
  readonly repetitionLevel: number;
  /** The lowest definition level of an entry that is not null. */
  readonly definitionLevel: number;
}

/**
 * Finds the nulls among the `length` entries of a layer. An entry begins at each slot whose repetition level is at most
 * `repetitionLevel`, and is null if the definition level of that slot is below `definitionLevel`.
 * @throws ParquetError CORRUPT if the levels describe more or fewer than `length` entries.
 */
export function nullsOfLayer(
  slots: LayerSlots,
  levels: EntryLevels,
  length: number,
  kernels: LayerKernels = {},
): NoNulls | NullBitmap {
  return runSteps(nullsOfLayerInSteps(slots, levels, length, kernels));
}

/** Like {@link nullsOfLayer}, but yields every millisecond or sooner, so that other work can run in between. */
export function* nullsOfLayerInSteps(
  slots: LayerSlots,
  levels: EntryLevels,
  length: number,
  kernels: LayerKernels = {},
): Steps<NoNulls | NullBitmap> {
  const { slotCount } = slots;
  const bits = new Uint8Array(Math.ceil(length / 8));
  let entries = 0;
  let valid = 0;
  for (let from = 0; from < slotCount; ) {
    const to = Math.min(slotCount, from + stepSlots);
    const found = nullsOf(slots, { from, to }, levels, bits, entries, kernels);
    entries += found.entries;
    valid += found.valid;
    if (to < slotCount) yield;
    from = to;
  }
  if (entries !== length) throw contradiction(`the levels describe ${entries} entries instead of ${length}`);
  return valid === length ? noNulls : { kind: 'bitmap', bits, nullCount: length - valid };
}

/** Computes the validity bits of a range of slots, and writes them to `bits`, starting at bit `first`. */
function nullsOf(
  slots: LayerSlots,
  range: SlotRange,
  levels: EntryLevels,
  bits: Uint8Array,
  first: number,
  { layerBits }: LayerKernels,
): KernelEntries {
  const { from, to } = range;
  const found = layerBits === undefined ? undefined : bitsByKernel(slots, range, levels, bits, first, layerBits);
  return found ?? findNulls(slots, { from, to }, levels, bits, first);
}

/**
 * Computes validity bits with a kernel. Kernels can only start at bit 0 of a byte. Therefore, if `first` is not a
 * multiple of 8, the kernel writes to a temporary array, which is then copied to `bits`.
 */
function bitsByKernel(
  slots: LayerSlots,
  { from, to }: SlotRange,
  { repetitionLevel, definitionLevel }: EntryLevels,
  bits: Uint8Array,
  first: number,
  layerBits: NonNullable<LayerKernels['layerBits']>,
): KernelEntries | undefined {
  const isAligned = (first & 7) === 0;
  const room = isAligned
    ? levelsFrom(bits, Math.min(bits.length, first / 8))
    : new Uint8Array(Math.ceil((to - from) / 8));
  const definition = levelsFrom(slots.definition, from);
  const repetition = levelsFrom(slots.repetition, from);
  const found = layerBits(definition, repetition, to - from, definitionLevel, repetitionLevel, room);
  if (isAligned || found === undefined) return found;
  if (first + found.entries > 8 * bits.length) return undefined;
  copyBits(room, 0, bits, first, found.entries);
  return found;
}

/**
 * Computes validity bits without a kernel. If there are more entries than `bits` has room for, the writes past the end
 * of `bits` have no effect, as for any typed array.
 */
function findNulls(
  { definition, repetition }: LayerSlots,
  { from, to }: SlotRange,
  { repetitionLevel, definitionLevel }: EntryLevels,
  bits: Uint8Array,
  first: number,
): KernelEntries {
  const definitions = viewOf(definition);
  const repetitions = viewOf(repetition);
  const validLevel = thresholdAt(definitionLevel);
  const deeperLevel = thresholdAt(repetitionLevel + 1);
  let entry = first;
  let valid = 0;
  /** The byte that contains the bit of `entry`, with the bits found so far. */
  let byte = (first & 7) === 0 ? 0 : (bits[first >> 3] ?? 0);
  for (let i = from; i < to; i += 4) {
    const begins = ~marksAtLeast(wordOfLevels(repetitions, i, to), deeperLevel) & marksBefore(i, to);
    const isValid = marksAtLeast(wordOfLevels(definitions, i, to), validLevel) & begins;
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
  return { entries: entry - first, valid };
}
