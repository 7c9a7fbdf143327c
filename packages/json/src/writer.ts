/** Writers for the values of a column. The column's type is examined once, the layout of values once per batch. */
import type { DictionaryValues, DirectValues, Limits, Values } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import { renderingOf } from './rendering.js';
import { type BoundedStyle, boundedStyle, jsonStyle, type Style, textStyle } from './style.js';
import type { WriteValue } from './write-value.js';

/**
 * Takes the values of a batch. The caller handles nulls: dense values have none, and a null slot of spaced values has
 * no meaning.
 */
export type ValueWriter = (values: Values) => WriteValue;

/**
 * Creates a writer of JSON: integers of any size as digits, exact decimals, and everything else as listed in README.md.
 *
 * ```ts
 * const write = createJsonWriter(leaf)(batch.price.values);
 * write(0); // '12.50'
 * ```
 */
export function createJsonWriter(leaf: LeafNode): ValueWriter {
  return createWriter(leaf, jsonStyle);
}

/** Like {@link createJsonWriter}, without the quotes and escapes of strings: for tables and CSV. */
export function createTextWriter(leaf: LeafNode): ValueWriter {
  return createWriter(leaf, textStyle);
}

/** Texts of dictionaries with more entries are not cached. */
const maxKeptTexts = 2 ** 16;

/** The overhead of a cached text, in characters. */
const keptLength = 64;

/** Creates a writer with your own style. `limits.memoryBytes` bounds the text of a value, as in `createRowWriter`. */
export function createWriter(leaf: LeafNode, style: Style, limits?: Limits): ValueWriter {
  return createBoundedWriter(leaf, boundedStyle(style, limits));
}

/** Like {@link createWriter}. Writers with the same style share the budget for cached texts. */
export function createBoundedWriter(leaf: LeafNode, style: BoundedStyle): ValueWriter {
  const bind = renderingOf(leaf, style);
  const { bounds } = style;
  // All batches of a chunk share one dictionary.
  let dictionary: DirectValues | undefined;
  let entries: WriteValue = () => '';
  let texts: (string | undefined)[] = [];
  /** The size of `texts` in characters, including the overhead of each text. */
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
      // Texts are not cached for a batch that was bound to an earlier dictionary.
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
