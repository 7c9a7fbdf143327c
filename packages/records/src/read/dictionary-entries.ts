/**
 * Converts dictionary entries to JavaScript values. If enough values refer to a dictionary, all of its entries are
 * converted, once per chunk.
 */
import { columnKernels, gatherInto, readBit } from '@marquetry/bit-io';
import type { NestedLeaf } from '@marquetry/column';
import { createColumnBuffer, type DictionaryValues, type DirectValues, type Steps } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import type { Convert } from './conversion.js';
import { convertRange } from './convert-range.js';
import { stepLength } from './steps.js';
import { storedBytes, type ValueBytes, wordBytes } from './value-bytes.js';

/**
 * All entries of a dictionary are converted as soon as the batches read so far have at least this many values per
 * dictionary entry.
 */
const wholeShare = 1 / 4;

/** The memory that remains for the converted dictionaries of all columns, in bytes. */
export interface DictionaryMemory {
  freeBytes: number;
}

export interface DictionaryConverter {
  /**
   * Returns true if all entries of these values' dictionary are to be converted, so that rows share them. Call it once
   * per batch.
   */
  isShared(values: DictionaryValues): boolean;
  build(values: DictionaryValues, nulls: NestedLeaf['nulls'], from: number, to: number): Steps<unknown[]>;
}

export function createDictionaryConverter(
  leaf: LeafNode,
  convert: Convert,
  { each, perByte }: ValueBytes,
  memory: DictionaryMemory,
): DictionaryConverter {
  // This state is kept as long as batches use the same dictionary, as all batches of a chunk do.
  let dictionary: DirectValues | undefined;
  let entries: unknown[] | undefined;
  let held = 0;
  let used = 0;
  /**
   * True if an entry of the dictionary cannot be converted. In that case, only the entries in use are converted, so
   * that rows without that entry can be built.
   */
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

/** Returns the number of stored bytes of the values that the indices `[from, to)` refer to. */
export function usedBytes({ indices, dictionary }: DictionaryValues, from: number, to: number): number {
  if (dictionary.layout !== 'bytes') return storedBytes(dictionary, 0, 1) * (to - from);
  const { offsets, length } = dictionary;
  let bytes = 0;
  for (let i = from; i < to; i++) {
    const index = indices[i] as number;
    // The index of a null may be out of range.
    if (index < length) bytes += (offsets[index + 1] as number) - (offsets[index] as number);
  }
  return bytes;
}

/** Converts only the dictionary entries that the range `[from, to)` uses. The results for nulls are unspecified. */
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
    // Replace the indices of nulls, which may be out of range or refer to an entry that cannot be converted.
    for (let i = 0; i < length; i++) if (isNull(i)) wanted[i] = known;
  }
  const target = createColumnBuffer(leaf, { capacity: length });
  gatherInto(target, dictionary, wanted, 0, length, columnKernels);
  return yield* convertRange(convert, target.values, 0, length);
}
