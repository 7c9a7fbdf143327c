/**
 * Converts repeated strings to indices into the distinct strings, so that each distinct string is encoded as UTF-8 only
 * once. The written bytes do not change, because the chunk's dictionary is built in the order of first use.
 */
import { type DictionaryValues, isTurnDue, type Steps } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import { createScalarValues } from './scalar-values.js';

/** Number of ranges of the array to sample, to estimate how many strings repeat. */
const stretches = 16;
const stretchValues = 64;
/** Strings count as repeated if at most a quarter of the sampled values are distinct. */
const repeats = 4;
/** Maximum number of distinct strings. With more, a lookup takes as long as encoding the string. */
const mostEntries = 4096;
/** Number of values between two checks of the clock. */
const strideValues = 1024;

/**
 * Returns the strings `array[rows[i]]` as values for a BYTE_ARRAY column. Returns undefined if few strings repeat, or
 * if a value is not a string of well-formed UTF-16. The caller yields to the event loop at each `yield`.
 */
export function* repeatedText(
  leaf: LeafNode,
  array: readonly unknown[],
  rows: Int32Array,
): Steps<DictionaryValues | undefined> {
  const { length } = rows;
  if (!seemsRepeated(array, rows)) return undefined;
  const entryOf = new Map<string, number>();
  const indices = new Int32Array(length);
  for (let i = 0; i < length; i++) {
    const value = array[rows[i] as number];
    if (typeof value !== 'string') return undefined;
    let entry = entryOf.get(value);
    if (entry === undefined) {
      entry = entryOf.size;
      if (entry === mostEntries) return undefined;
      entryOf.set(value, entry);
    }
    indices[i] = entry;
    if ((i + 1) % strideValues === 0 && isTurnDue()) yield;
  }
  const entries = createScalarValues(leaf, entryOf.size);
  for (const [text, entry] of entryOf) if (!entries.put(text, entry)) return undefined;
  return { layout: 'dictionary', type: leaf.type, length, indices, dictionary: entries.finish() };
}

function seemsRepeated(array: readonly unknown[], rows: Int32Array): boolean {
  const { length } = rows;
  if (length < stretches * stretchValues) return false;
  const seen = new Set<unknown>();
  for (let k = 0; k < stretches; k++) {
    const from = Math.floor(((length - stretchValues) * k) / (stretches - 1));
    for (let i = from; i < from + stretchValues; i++) seen.add(array[rows[i] as number]);
  }
  return repeats * seen.size <= stretches * stretchValues;
}
