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
import { createDictionaryBuilder, type DictionaryBuilder } from '@marquetry/dictionary';
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
  return new MappedDictionary(column, bounds, kernels, limits);
}

/**
 * This is a class, and its loops are functions of the module, because a writer creates one object per chunk. Engines
 * would compile the closures of each object again.
 */
class MappedDictionary implements ChunkDictionary {
  declare private readonly column: ColumnType;
  declare private readonly kernels: Kernels;
  declare private readonly limits: Limits;
  declare private readonly builder: DictionaryBuilder;
  private source: DirectValues | undefined = undefined;
  /**
   * For each entry of the caller's dictionary, the index of that entry in the chunk's dictionary. Reset when the
   * caller's dictionary changes.
   */
  private ours: Int32Array = new Int32Array(0);
  private memory: Int32Array = new Int32Array(0);

  constructor(column: ColumnType, bounds: Required<DictionaryBounds>, kernels: Kernels, limits: Limits) {
    this.column = column;
    this.kernels = kernels;
    this.limits = limits;
    this.builder = createDictionaryBuilder(column, { ...bounds, limits });
  }

  add(values: Values, from: number, to: number): Int32Array | undefined {
    return values.layout === 'dictionary'
      ? this.translate(values, from, to)
      : this.builder.add(values, from, to, this.memoryFor(to - from));
  }

  get values(): DirectValues {
    return this.builder.values;
  }

  get byteLength(): number {
    return this.builder.byteLength;
  }

  private memoryFor(count: number): Int32Array {
    if (this.memory.length < count) this.memory = new Int32Array(count);
    return this.memory;
  }

  private translate({ dictionary, indices }: DictionaryValues, from: number, to: number): Int32Array | undefined {
    if (this.source !== dictionary) {
      this.source = dictionary;
      this.ours = new Int32Array(dictionary.length).fill(unknown);
    }
    const { ours } = this;
    const fresh = new Int32Array(Math.min(to - from, dictionary.length));
    const count = meet(indices, from, to, ours, fresh);
    if (count > 0 && !this.addFresh(dictionary, fresh, count)) return undefined;
    const translated = this.memoryFor(to - from).subarray(0, to - from);
    mapIndices(indices, from, to, ours, translated);
    return translated;
  }

  /** Adds the given entries of the caller's dictionary. If there is no room for all of them, adds none and returns false. */
  private addFresh(dictionary: DirectValues, fresh: Int32Array, count: number): boolean {
    const { builder, column, kernels, limits, ours } = this;
    const buffer = createColumnBuffer(column, { capacity: count, limits });
    gatherInto(buffer, dictionary, fresh, 0, count, kernels);
    const added = builder.add(buffer.values, 0, count);
    for (let k = 0; k < count; k++) ours[fresh[k] as number] = added === undefined ? unknown : (added[k] as number);
    return added !== undefined;
  }
}

/**
 * Marks the entries of `indices[from, to)` that are unknown as met, and writes them to `fresh`. Returns their number.
 */
function meet(indices: Int32Array, from: number, to: number, ours: Int32Array, fresh: Int32Array): number {
  let count = 0;
  for (let i = from; i < to; i++) {
    const entry = indices[i] as number;
    if (ours[entry] !== unknown) continue;
    ours[entry] = met;
    fresh[count++] = entry;
  }
  return count;
}

function mapIndices(indices: Int32Array, from: number, to: number, ours: Int32Array, translated: Int32Array): void {
  for (let i = from; i < to; i++) translated[i - from] = ours[indices[i] as number] as number;
}
