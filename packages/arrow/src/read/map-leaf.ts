/**
 * Converts columns that are not nested: to plain values, or to indices with a dictionary. Each entry of a dictionary is
 * converted only once.
 */
import { decodeDictionaryInSteps } from '@marquetry/column';
import { type DirectValues, noNulls, type Steps, type Values } from '@marquetry/core';
import { formatPath, type LeafField } from '@marquetry/schema';
import { Dictionary, Int32, Null, Vector } from 'apache-arrow';
import { rememberEncoded } from '../encoded-dictionaries.js';
import type { Entries } from '../entries.js';
import { StoredType } from '../stored/stored-schema.js';
import { createData } from './data.js';
import type { LeafForm } from './leaf-form.js';
import { leafForm } from './leaf-forms.js';
import { type Mapping, type MappingOptions, requireKind } from './mapping.js';
import { inStrides } from './strides.js';

export function mapLeaf(field: LeafField, options: MappingOptions): Mapping {
  const { leaf } = field;
  const hint = options.hints?.get(field);
  const form = hint?.form ?? leafForm(leaf, options.physical?.(leaf) ?? false);
  const column = formatPath(leaf.path);
  if (form.type instanceof Null) {
    return {
      type: form.type,
      // biome-ignore lint/correctness/useYield: it takes no time
      *dataOf({ length }) {
        return createData(form.type, length, noNulls, {});
      },
    };
  }
  if (!options.dictionary(leaf)) {
    return {
      type: form.type,
      *dataOf(nested, rowOf) {
        const { values, nulls, length } = requireKind(nested, 'leaf', field);
        const entries: Entries = { column, nulls, describe: (entry) => `row ${rowOf(entry)}` };
        const buffers = yield* form.buffersOf(yield* decodeDictionaryInSteps(values, leaf), entries);
        return createData(form.type, length, nulls, buffers);
      },
    };
  }
  const dictionary = new Dictionary(form.type, new Int32(), undefined, hint?.dictionary?.isOrdered);
  const type = hint?.dictionary === undefined ? rememberEncoded(dictionary) : dictionary;
  const dictionaryOf = createDictionaries(form, column);
  return {
    type,
    *dataOf(nested, rowOf) {
      const { values, nulls, length } = requireKind(nested, 'leaf', field);
      const { dictionary, indices } = yield* indexed(values);
      const vector = yield* dictionaryOf(dictionary, (entry) => {
        const first = indices.indexOf(entry);
        return first < 0 ? `dictionary entry ${entry}` : `row ${rowOf(first)}`;
      });
      return createData(type, length, nulls, { values: indices, dictionary: vector });
    },
  };
}

const textTypes: ReadonlySet<number> = new Set([StoredType.Utf8, StoredType.LargeUtf8, StoredType.Utf8View]);

/**
 * Returns the values as a dictionary and indices. If only some pages of the chunk use the dictionary, the values are not indices; the values
 * themselves then serve as the dictionary, and value `i` has the index `i`.
 */
function* indexed(values: Values): Steps<{ readonly dictionary: DirectValues; readonly indices: Int32Array }> {
  if (values.layout === 'dictionary') return values;
  const indices = new Int32Array(values.length);
  yield* inStrides(values.length, (from, to) => {
    for (let i = from; i < to; i++) indices[i] = i;
  });
  return { dictionary: values, indices };
}

/**
 * Returns a function that returns the Arrow vector of a dictionary. It returns the same vector for all batches of a chunk, so that writers of Arrow
 * streams can see that the dictionary has not changed.
 */
function createDictionaries(
  form: LeafForm,
  column: string,
): (dictionary: DirectValues, describe: Entries['describe']) => Steps<Vector> {
  const vectors = new WeakMap<DirectValues, Vector>();
  return function* (dictionary, describe) {
    let vector = vectors.get(dictionary);
    if (vector === undefined) {
      const { length } = dictionary;
      const buffers = yield* form.buffersOf(dictionary, { column, nulls: noNulls, describe });
      vector = new Vector([createData(form.type, length, noNulls, buffers)]);
      // A memoized vector decodes each string once, however many rows refer to it.
      if (textTypes.has(form.type.typeId)) vector = vector.memoize();
      vectors.set(dictionary, vector);
    }
    return vector;
  };
}
