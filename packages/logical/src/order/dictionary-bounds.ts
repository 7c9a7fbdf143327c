/** Finds the bounds of dictionary indices: the bounds of the entries that the indices refer to. */
import { gather32, gather64, readBit } from '@marquetry/bit-io';
import { type DictionaryValues, type DirectValues, type FixedValues, fixedValues, PhysicalType } from '@marquetry/core';
import { bytesAt } from './byte-arrays.js';
import { type Bounds, noBounds, type ValueOrder } from './value-order.js';

/**
 * Returns the bounds of `values[from, to)` as copies.
 *
 * Compares each entry only once, even if many indices refer to it, because entries may be long, and a few bytes of a
 * hostile page can refer to one entry a million times. Visits every index if values may be NaN, because NaNs are
 * counted.
 */
export function dictionaryBounds(order: ValueOrder, values: DictionaryValues, from: number, to: number): Bounds {
  const { dictionary, indices } = values;
  if (from >= to) return noBounds;
  const entries = order.hasNans ? indices.subarray(from, to) : entriesUsed(indices, from, to, dictionary.length);
  const isLong = dictionary.layout === 'bytes' || (dictionary.layout === 'fixed' && dictionary.width > 8);
  if (isLong) return boundsOfViews(order, dictionary, entries);
  return order.scan(picked(dictionary, entries), 0, entries.length);
}

/**
 * Returns the distinct values of `indices[from, to)`, in any order. Takes time and memory in proportion to the number
 * of indices, even if the dictionary is much larger.
 */
function entriesUsed(indices: Int32Array, from: number, to: number, dictionaryLength: number): Int32Array {
  if (dictionaryLength > 4 * (to - from)) return Int32Array.from(new Set(indices.subarray(from, to)));
  const seen = new Uint8Array(dictionaryLength);
  const entries = new Int32Array(Math.min(to - from, dictionaryLength));
  let count = 0;
  for (let i = from; i < to; i++) {
    const entry = indices[i] as number;
    if (seen[entry] !== 0) continue;
    seen[entry] = 1;
    entries[count++] = entry;
  }
  return entries.subarray(0, count);
}

/**
 * Finds the bounds of the entries without copying all of them, because the copies could take more memory than the
 * dictionary.
 */
function boundsOfViews(order: ValueOrder, dictionary: DirectValues, entries: Int32Array): Bounds {
  let min = bytesAt(dictionary, entries[0] as number);
  let max = min;
  for (let k = 1; k < entries.length; k++) {
    const value = bytesAt(dictionary, entries[k] as number);
    if (order.compare(value, min) < 0) min = value;
    else if (order.compare(value, max) > 0) max = value;
  }
  return { min: new Uint8Array(min), max: new Uint8Array(max), nanCount: 0 };
}

/** Returns copies of some entries of a dictionary. The entries must have at most 8 bytes each. */
function picked(dictionary: DirectValues, entries: Int32Array): DirectValues {
  const { length } = entries;
  if (dictionary.layout === 'bits') {
    const data = new Uint8Array(Math.ceil(length / 8));
    for (let k = 0; k < length; k++) {
      data[k >> 3] = (data[k >> 3] as number) | (readBit(dictionary.data, entries[k] as number) << (k & 7));
    }
    return { layout: 'bits', type: PhysicalType.BOOLEAN, length, data };
  }
  return pickedFixed(dictionary as FixedValues, entries);
}

function pickedFixed(dictionary: FixedValues, entries: Int32Array): FixedValues {
  const { data, width } = dictionary;
  const { length } = entries;
  const target = new Uint8Array(length * width);
  if (data instanceof Uint8Array) {
    for (let k = 0; k < length; k++) {
      const at = (entries[k] as number) * width;
      for (let b = 0; b < width; b++) target[k * width + b] = data[at + b] as number;
    }
  } else {
    const source = new Int32Array(data.buffer, data.byteOffset, data.byteLength >> 2);
    (width === 8 ? gather64 : gather32)(source, entries, 0, length, new Int32Array(target.buffer), 0);
  }
  return fixedValues(dictionary, target, 0, length);
}
