/** Copies and slices values. */
import { ParquetError } from './errors.js';
import { bytesOf, copyBytes, fixedValues } from './fixed.js';
import type { BitValues, BytesValues, DictionaryValues, DirectValues, FixedValues, Values } from './values.js';

/**
 * Copies values to new memory of exactly the required size, so that they stay valid when the page's memory is reused.
 * The dictionary of dictionary values is copied, too.
 */
export function copyValues(values: DirectValues): DirectValues;
export function copyValues(values: Values): Values;
export function copyValues(values: Values): Values {
  switch (values.layout) {
    case 'bits':
      return { ...values, data: copyBytes(values.data, 0, Math.ceil(values.length / 8)) };
    case 'fixed': {
      const bytes = copyBytes(bytesOf(values.data), 0, values.length * values.width);
      return fixedValues(values, bytes, 0, values.length);
    }
    case 'bytes': {
      const start = values.offsets[0] ?? 0;
      const end = values.offsets[values.length] ?? start;
      const offsets = values.offsets.slice(0, values.length + 1);
      for (let i = 0; i < offsets.length; i++) offsets[i] = (offsets[i] ?? 0) - start;
      return { ...values, offsets, data: copyBytes(values.data, start, end) };
    }
    case 'dictionary':
      return { ...values, indices: values.indices.slice(0, values.length), dictionary: copyValues(values.dictionary) };
  }
}

/**
 * Returns `values[from, to)`. The result shares memory with `values`, except for BOOLEAN values, which are copied.
 * @throws ParquetError INVALID_ARGUMENT if the range is not within the values.
 */
export function sliceValues(values: DirectValues, from: number, to: number): DirectValues;
export function sliceValues(values: Values, from: number, to: number): Values;
export function sliceValues(values: Values, from: number, to: number): Values {
  if (!(from >= 0 && from <= to && to <= values.length)) {
    throw new ParquetError('INVALID_ARGUMENT', `the range [${from}, ${to}) is not within the ${values.length} values`);
  }
  switch (values.layout) {
    case 'bits':
      return sliceBits(values, from, to);
    case 'fixed':
      return sliceFixed(values, from, to);
    case 'bytes':
      return sliceBytes(values, from, to);
    case 'dictionary':
      return sliceIndices(values, from, to);
  }
}

function sliceBits(values: BitValues, from: number, to: number): BitValues {
  const length = to - from;
  const data = new Uint8Array(Math.ceil(length / 8));
  const shift = from & 7;
  const first = from >> 3;
  for (let i = 0; i < data.length; i++) {
    const low = values.data[first + i] ?? 0;
    const high = values.data[first + i + 1] ?? 0;
    data[i] = (low | (high << 8)) >> shift;
  }
  const last = data.length - 1;
  if ((length & 7) !== 0) data[last] = (data[last] ?? 0) & ((1 << (length & 7)) - 1);
  return { ...values, length, data };
}

function sliceFixed(values: FixedValues, from: number, to: number): FixedValues {
  return fixedValues(values, bytesOf(values.data), from * values.width, to - from);
}

function sliceBytes(values: BytesValues, from: number, to: number): BytesValues {
  return { ...values, length: to - from, offsets: values.offsets.subarray(from, to + 1) };
}

function sliceIndices(values: DictionaryValues, from: number, to: number): DictionaryValues {
  return { ...values, length: to - from, indices: values.indices.subarray(from, to) };
}
