/**
 * Converters of a column: what its values mean is settled once, a dictionary is converted once.
 */

import { gatherInto, javascriptKernels } from '@marquetry/bit-io';
import {
  createColumnBuffer,
  type DictionaryValues,
  type FlatValues,
  ParquetError,
  type Values,
  withPlace,
} from '@marquetry/core';
import { formatPath, type LeafNode } from '@marquetry/schema';
import { conversionOf } from './conversions.js';
import type { RowForm } from './row-form.js';
import { gatherEntries } from './to-strings.js';

/** Takes the values of a batch; gives as many JavaScript values. */
export type ConvertBatch = (values: Values) => unknown[];

/** A dictionary is converted whole as soon as a chunk has used this share of its size in indices. */
const wholeShare = 1 / 4;

/**
 * A converter of a column.
 * @throws ParquetError INVALID_ARGUMENT for a form that the column does not have. What it returns throws with the column.
 */
export function createLeafConverter(leaf: LeafNode, form: RowForm, pin: boolean): ConvertBatch {
  const convert = conversionOf(leaf, form, pin);
  // The batches of a chunk share its dictionary.
  let dictionary: FlatValues | undefined;
  let entries: unknown[] | undefined;
  let used = 0;

  const convertIndices = (values: DictionaryValues): unknown[] => {
    if (values.dictionary !== dictionary) {
      dictionary = values.dictionary;
      entries = undefined;
      used = 0;
    }
    used += values.length;
    const isUsed = used >= wholeShare * dictionary.length || isRepeated(values);
    if (entries === undefined && isUsed) entries = convert(dictionary);
    return entries === undefined
      ? convert(flattened(leaf, values))
      : gatherEntries(entries, values.indices, values.length);
  };
  return (values) => {
    try {
      if (values.type !== leaf.type) {
        throw new ParquetError('INVALID_ARGUMENT', `values of type ${values.type} in a column of type ${leaf.type}`);
      }
      return values.layout === 'dictionary' ? convertIndices(values) : convert(values);
    } catch (error) {
      throw withPlace(error, { column: formatPath(leaf.path) });
    }
  };
}

/** Whether what is used of a dictionary takes more bytes than all of it: few long values, many times. */
function isRepeated({ indices, length, dictionary }: DictionaryValues): boolean {
  if (dictionary.layout !== 'bytes') return false;
  const { offsets } = dictionary;
  const all = (offsets[dictionary.length] as number) - (offsets[0] as number);
  let bytes = 0;
  for (let i = 0; i < length; i++) {
    const index = indices[i] as number;
    bytes += (offsets[index + 1] as number) - (offsets[index] as number);
  }
  return bytes > all;
}

/** The few values that are used of a large dictionary. */
function flattened(leaf: LeafNode, { indices, length, dictionary }: DictionaryValues): FlatValues {
  const target = createColumnBuffer(leaf, { capacity: length });
  gatherInto(target, dictionary, indices, 0, length, javascriptKernels);
  return target.values;
}
