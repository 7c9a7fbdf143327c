/** Maps leaves: direct values, or indices into a dictionary that is converted once. */
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
      // biome-ignore lint/correctness/useYield: there is nothing to do
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

/** A chunk whose pages do not all use the dictionary becomes a dictionary of all its values. */
function* indexed(values: Values): Steps<{ readonly dictionary: DirectValues; readonly indices: Int32Array }> {
  if (values.layout === 'dictionary') return values;
  const indices = new Int32Array(values.length);
  yield* inStrides(values.length, (from, to) => {
    for (let i = from; i < to; i++) indices[i] = i;
  });
  return { dictionary: values, indices };
}

/**
 * Creates one vector per dictionary. Batches of a chunk share it, by which writers of streams recognise the dictionary.
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
      // Decodes each string once, however many rows refer to it.
      if (textTypes.has(form.type.typeId)) vector = vector.memoize();
      vectors.set(dictionary, vector);
    }
    return vector;
  };
}
