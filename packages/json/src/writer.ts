/**
 * Writers of a column's values: what they mean is settled once a column, where they lie once a batch.
 */
import type { DictionaryValues, FlatValues, Values } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import { renderingOf } from './rendering.js';
import { jsonStyle, type Style, textStyle } from './style.js';
import type { WriteValue } from './write-value.js';

/** Takes the values of a batch. Nulls are the caller's: values have none, and a spaced null slot has no meaning. */
export type ValueWriter = (values: Values) => WriteValue;

/**
 * A writer of JSON: integers as digits of any size, decimals exact, everything else as README.md lists it.
 *
 * ```ts
 * const write = createJsonWriter(leaf)(batch.price.values);
 * write(0); // '12.50'
 * ```
 */
export function createJsonWriter(leaf: LeafNode): ValueWriter {
  return createWriter(leaf, jsonStyle);
}

/** As {@link createJsonWriter}, without the quotes and escapes of strings: for tables and CSV. */
export function createTextWriter(leaf: LeafNode): ValueWriter {
  return createWriter(leaf, textStyle);
}

/** Larger dictionaries are not kept as text beside their values. */
const maxKeptTexts = 2 ** 16;

/** A writer in a style of one's own. */
export function createWriter(leaf: LeafNode, style: Style): ValueWriter {
  const bind = renderingOf(leaf, style);
  // The batches of a chunk share its dictionary.
  let dictionary: FlatValues | undefined;
  let entries: WriteValue = () => '';
  let texts: (string | undefined)[] = [];

  const bindDictionary = (values: DictionaryValues): WriteValue => {
    if (values.dictionary !== dictionary) {
      dictionary = values.dictionary;
      entries = bind(dictionary);
      texts = new Array(Math.min(dictionary.length, maxKeptTexts));
    }
    const { indices } = values;
    const write = entries;
    if (values.dictionary.length > maxKeptTexts) return (index) => write(indices[index] as number);
    const kept = texts;
    return (index) => {
      const entry = indices[index] as number;
      const text = kept[entry] ?? write(entry);
      kept[entry] = text;
      return text;
    };
  };
  return (values) => (values.layout === 'dictionary' ? bindDictionary(values) : bind(values));
}
