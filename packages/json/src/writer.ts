/** Writes the values of a column. The column's type is examined once, and the layout of its values once per batch. */
import type { DictionaryValues, DirectValues, Limits, Values } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import { renderingOf } from './rendering.js';
import { type BoundedStyle, boundedStyle, jsonStyle, type Style, textStyle } from './style.js';
import type { WriteValue } from './write-value.js';

/**
 * Takes the values of a batch. Returns a function that takes an index and returns the text of that value. Do not pass
 * the index of a null: the function does not know which values are null.
 */
export type ValueWriter = (values: Values) => WriteValue;

/**
 * Creates a function that writes the values of a column as JSON, without loss: integers and decimals have all their
 * digits. README.md lists how each type is written.
 *
 * ```ts
 * const write = createJsonWriter(leaf)(batch.price.values);
 * write(0); // '12.50'
 * ```
 */
export function createJsonWriter(leaf: LeafNode): ValueWriter {
  return createWriter(leaf, jsonStyle);
}

/** Like {@link createJsonWriter}, but writes strings without quotes or escapes, for tables and CSV. */
export function createTextWriter(leaf: LeafNode): ValueWriter {
  return createWriter(leaf, textStyle);
}

/** The text of dictionary entries is cached only for dictionaries with at most this many entries. */
const maxKeptTexts = 2 ** 16;

/**
 * Number of characters added to the length of each cached string, to account for the memory of the string object.
 */
const keptLength = 64;

/**
 * Like {@link createJsonWriter}, with your own style. `limits.memoryBytes` limits the length of the text of
 * a value, as in `createRowWriter`.
 */
export function createWriter(leaf: LeafNode, style: Style, limits?: Limits): ValueWriter {
  return createBoundedWriter(leaf, boundedStyle(style, limits));
}

/** Like {@link createWriter}, but columns with the same `style` object share one limit for cached text. */
export function createBoundedWriter(leaf: LeafNode, style: BoundedStyle): ValueWriter {
  const bind = renderingOf(leaf, style);
  const { bounds } = style;
  // The texts of a dictionary stay cached while batches use it. All batches of a chunk have the same dictionary.
  let dictionary: DirectValues | undefined;
  let entries: WriteValue = () => '';
  let texts: (string | undefined)[] = [];
  /** Number of characters in `texts`, plus {@link keptLength} for each string. */
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
      // Cache texts only for the dictionary of the latest batch. A function for an earlier batch may still be in use.
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
