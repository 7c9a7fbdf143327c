/**
 * Writers of a column's values: what they mean is settled once a column, where they lie once a batch.
 */
import type { DictionaryValues, DirectValues, Limits, Values } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import { renderingOf } from './rendering.js';
import { type BoundedStyle, boundedStyle, jsonStyle, type Style, textStyle } from './style.js';
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

/** A kept text costs as much as so many characters more. */
const keptLength = 64;

/** A writer in a style of one's own. `limits.memoryBytes` bounds the text of a value, as of `createRowWriter`. */
export function createWriter(leaf: LeafNode, style: Style, limits?: Limits): ValueWriter {
  return createBoundedWriter(leaf, boundedStyle(style, limits));
}

/** As {@link createWriter}; writers of one style share what they may keep. */
export function createBoundedWriter(leaf: LeafNode, style: BoundedStyle): ValueWriter {
  const bind = renderingOf(leaf, style);
  const { bounds } = style;
  // The batches of a chunk share its dictionary.
  let dictionary: DirectValues | undefined;
  let entries: WriteValue = () => '';
  let texts: (string | undefined)[] = [];
  /** What `texts` cost in characters. */
  let length = 0;

  const bindDictionary = (values: DictionaryValues): WriteValue => {
    if (values.dictionary !== dictionary) {
      dictionary = values.dictionary;
      entries = bind(dictionary);
      texts = new Array(Math.min(dictionary.length, maxKeptTexts));
      bounds.keptLength += length;
      length = 0;
    }
    const { indices } = values;
    const write = entries;
    if (values.dictionary.length > maxKeptTexts) return (index) => write(indices[index] as number);
    const kept = texts;
    return (index) => {
      const entry = indices[index] as number;
      const known = kept[entry];
      if (known !== undefined) return known;
      const text = write(entry);
      // A batch that was bound before the dictionary changed keeps nothing.
      const cost = text.length + keptLength;
      if (cost <= bounds.keptLength && kept === texts) {
        bounds.keptLength -= cost;
        length += cost;
        kept[entry] = text;
      }
      return text;
    };
  };
  return (values) => (values.layout === 'dictionary' ? bindDictionary(values) : bind(values));
}
