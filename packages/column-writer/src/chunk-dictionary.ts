/**
 * The dictionary of a chunk that is being written. It maps values to dictionary entries. If the caller's values already
 * have a dictionary, it maps the entries of that dictionary to entries of its own:
 *
 *   caller's entry    0  1  2  3  4
 *   our entry         2  -  0  1  -      an entry is looked up when it is first used; `-`: not used yet
 *
 * The mapping is reused as long as the caller passes the same dictionary.
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
   * Returns the dictionary indices of `values[from, to)`, in an array that is valid until the next call. Returns
   * undefined, and adds nothing, if the dictionary has no room for these values.
   */
  add(values: Values, from: number, to: number): Int32Array | undefined;
  readonly values: DirectValues;
  readonly byteLength: number;
}

/**
 * Special indices for entries of the caller's dictionary: `unknown` for an entry that no value has used yet, `met` for
 * one whose first use is in the current call.
 */
const unknown = -1;
const met = -2;

export function createChunkDictionary(
  column: ColumnType,
  bounds: Required<DictionaryBounds>,
  kernels: Kernels,
  limits: Limits,
): ChunkDictionary {
  const builder = createDictionaryBuilder(column, { ...bounds, limits });
  // For each entry of the caller's dictionary, the index of that entry in the chunk's dictionary. Reset when the
  // caller's dictionary changes.
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
