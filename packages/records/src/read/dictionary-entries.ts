/**
 * Entries of dictionaries to JavaScript values: a dictionary of which much is used is converted once, whole.
 */
import { columnKernels, gatherInto, readBit } from '@marquetry/bit-io';
import type { NestedLeaf } from '@marquetry/column';
import { createColumnBuffer, type DictionaryValues, type DirectValues, type Steps } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import type { Convert } from './conversion.js';
import { convertRange } from './convert-range.js';
import { stepLength } from './steps.js';
import { storedBytes, type ValueBytes, wordBytes } from './value-bytes.js';

/** A dictionary is converted whole as soon as a chunk has used this share of it. */
const wholeShare = 1 / 4;

/** Bytes that the converted dictionaries of all columns may still take. */
export interface DictionaryMemory {
  freeBytes: number;
}

export interface DictionaryConverter {
  /** Whether the dictionary of these values is converted whole, and rows share its entries. To be asked once a batch. */
  isShared(values: DictionaryValues): boolean;
  build(values: DictionaryValues, nulls: NestedLeaf['nulls'], from: number, to: number): Steps<unknown[]>;
}

export function createDictionaryConverter(
  leaf: LeafNode,
  convert: Convert,
  { each, perByte }: ValueBytes,
  memory: DictionaryMemory,
): DictionaryConverter {
  // The batches of a chunk share its dictionary.
  let dictionary: DirectValues | undefined;
  let entries: unknown[] | undefined;
  let held = 0;
  let used = 0;
  /** Whether an entry has no such form. Rows that do not have this entry can be built. */
  let isRefused = false;

  const isShared = (values: DictionaryValues): boolean => {
    if (values.dictionary !== dictionary) {
      memory.freeBytes += held;
      dictionary = values.dictionary;
      entries = undefined;
      held = 0;
      used = 0;
      isRefused = false;
    }
    if (isRefused || held > 0) return !isRefused;
    const all = storedBytes(dictionary, 0, dictionary.length);
    used += values.length;
    const isUsed = used >= wholeShare * dictionary.length || usedBytes(values, 0, values.length) > all;
    const needed = (wordBytes + each) * dictionary.length + perByte * all;
    if (!isUsed || needed > memory.freeBytes) return false;
    held = Math.max(needed, 1);
    memory.freeBytes -= held;
    return true;
  };
  return {
    isShared,
    *build(values, nulls, from, to) {
      let shared = entries;
      if (shared === undefined) {
        try {
          shared = yield* convertRange(convert, values.dictionary, 0, values.dictionary.length);
        } catch {
          if (values.dictionary === dictionary) isRefused = true;
          return yield* convertUsed(leaf, convert, values, nulls, from, to);
        }
        if (values.dictionary === dictionary) entries = shared;
      }
      const gathered: unknown[] = new Array(to - from);
      for (let start = from; start < to; start += stepLength) {
        const end = Math.min(to, start + stepLength);
        for (let i = start; i < end; i++) gathered[i - from] = shared[values.indices[i] as number];
        if (end < to) yield;
      }
      return gathered;
    },
  };
}

/** Stored bytes of the values that the indices `[from, to)` refer to. */
export function usedBytes({ indices, dictionary }: DictionaryValues, from: number, to: number): number {
  if (dictionary.layout !== 'bytes') return storedBytes(dictionary, 0, 1) * (to - from);
  const { offsets, length } = dictionary;
  let bytes = 0;
  for (let i = from; i < to; i++) {
    const index = indices[i] as number;
    // Indices of nulls may be of no entry.
    if (index < length) bytes += (offsets[index + 1] as number) - (offsets[index] as number);
  }
  return bytes;
}

/** Converts the values that are used of a dictionary. What nulls become is not specified. */
export function* convertUsed(
  leaf: LeafNode,
  convert: Convert,
  { indices, dictionary }: DictionaryValues,
  nulls: NestedLeaf['nulls'],
  from: number,
  to: number,
): Steps<unknown[]> {
  const length = to - from;
  const wanted = indices.slice(from, to);
  if (nulls.kind === 'bitmap') {
    const isNull = (i: number): boolean => readBit(nulls.bits, from + i) === 0;
    const known = wanted.find((_, i) => !isNull(i));
    if (known === undefined) return new Array(length).fill(null);
    // Indices of nulls may be of an entry that has no such form, or of none.
    for (let i = 0; i < length; i++) if (isNull(i)) wanted[i] = known;
  }
  const target = createColumnBuffer(leaf, { capacity: length });
  gatherInto(target, dictionary, wanted, 0, length, columnKernels);
  return yield* convertRange(convert, target.values, 0, length);
}
