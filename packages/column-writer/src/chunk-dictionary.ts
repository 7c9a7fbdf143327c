/**
 * The dictionary of a chunk that is being written. It maps values, or the entries of a caller's dictionary, to its own entries.
 *
 *   caller's entry    0  1  2  3  4
 *   ours              2  -  0  1  -      each entry is looked up when first used, as long as the caller's dictionary stays the same
 */
import { gatherInto } from '@marquetry/bit-io';
import {
  type ColumnType,
  createColumnBuffer,
  type DictionaryValues,
  type DirectValues,
  type Kernels,
  type Limits,
  type Values,
} from '@marquetry/core';
import { createDictionaryBuilder } from '@marquetry/dictionary';
import type { DictionaryBounds } from './options.js';

export interface ChunkDictionary {
  /**
   * Returns the indices of `values[from, to)`, valid until the next call. Returns undefined if the dictionary is full;
   * nothing is added then.
   */
  add(values: Values, from: number, to: number): Int32Array | undefined;
  readonly values: DirectValues;
  readonly byteLength: number;
}

/** Marks an entry of the caller's dictionary as not used yet, or as first used in this call. */
const unknown = -1;
const met = -2;

export function createChunkDictionary(
  column: ColumnType,
  bounds: Required<DictionaryBounds>,
  kernels: Kernels,
  limits: Limits,
): ChunkDictionary {
  const builder = createDictionaryBuilder(column, { ...bounds, limits });
  // The entry of the chunk's dictionary for each entry of the caller's dictionary. Reset when the caller's dictionary
  // changes.
  let source: DirectValues | undefined;
  let ours = new Int32Array(0);
  let memory = new Int32Array(0);
  const memoryFor = (count: number): Int32Array => {
    if (memory.length < count) memory = new Int32Array(count);
    return memory;
  };

  const translate = (values: DictionaryValues, from: number, to: number): Int32Array | undefined => {
    const { dictionary, indices } = values;
    if (source !== dictionary) {
      source = dictionary;
      ours = new Int32Array(dictionary.length).fill(unknown);
    }
    const fresh = new Int32Array(Math.min(to - from, dictionary.length));
    let count = 0;
    for (let i = from; i < to; i++) {
      const entry = indices[i] as number;
      if (ours[entry] !== unknown) continue;
      ours[entry] = met;
      fresh[count++] = entry;
    }
    if (count > 0) {
      const buffer = createColumnBuffer(column, { capacity: count, limits });
      gatherInto(buffer, dictionary, fresh, 0, count, kernels);
      const added = builder.add(buffer.values, 0, count);
      for (let k = 0; k < count; k++) ours[fresh[k] as number] = added === undefined ? unknown : (added[k] as number);
      if (added === undefined) return undefined;
    }
    const translated = memoryFor(to - from).subarray(0, to - from);
    for (let i = from; i < to; i++) translated[i - from] = ours[indices[i] as number] as number;
    return translated;
  };

  return {
    add: (values, from, to) =>
      values.layout === 'dictionary'
        ? translate(values, from, to)
        : builder.add(values, from, to, memoryFor(to - from)),
    get values(): DirectValues {
      return builder.values;
    },
    get byteLength(): number {
      return builder.byteLength;
    },
  };
}
