/**
 * Converts plain arrays to values and back, so that tests are easy to read.
 */
import {
  bytesOf,
  type DictionaryValues,
  type DirectValues,
  fixedValues,
  type LeafColumn,
  type Nulls,
  PhysicalType,
  type Values,
  widthOf,
} from '@marquetry/core';

/** A value in tests. Bytes are strings with one character per byte, in `text` and `binary` columns alike. */
export type Plain = number | bigint | boolean | string;

/**
 * Returns a column of type `type`. `levels` is [maximum definition level, maximum repetition level]. `width` is the number of bytes of a
 * FIXED_LEN_BYTE_ARRAY.
 */
export function columnOf(type: PhysicalType, levels: readonly [number, number] = [0, 0], width = 0): LeafColumn {
  return { type, width: widthOf(type, width), maxDefinitionLevel: levels[0], maxRepetitionLevel: levels[1] };
}

/**
 * Returns the values of a column, without nulls, from plain items. INT64: bigints; BOOLEAN: booleans; FLOAT, DOUBLE, INT32: numbers;
 * BYTE_ARRAY, INT96 and FIXED_LEN_BYTE_ARRAY: strings of characters up to U+00FF, one per byte.
 */
export function valuesOf(
  column: { readonly type: PhysicalType; readonly width: number },
  items: readonly Plain[],
): DirectValues {
  const { type, width } = column;
  const { length } = items;
  if (type === PhysicalType.BOOLEAN) {
    const data = new Uint8Array(Math.ceil(length / 8));
    for (const [i, item] of items.entries()) if (item === true) data[i >> 3]! |= 1 << (i & 7);
    return { layout: 'bits', type, length, data };
  }
  if (type === PhysicalType.BYTE_ARRAY) {
    const offsets = new Int32Array(length + 1);
    for (const [i, item] of items.entries()) offsets[i + 1] = offsets[i]! + String(item).length;
    return { layout: 'bytes', type, length, offsets, data: binary(items.join('')) };
  }
  if (type === PhysicalType.INT32) return fixedValues(column, bytesOf(Int32Array.from(items as number[])), 0, length);
  if (type === PhysicalType.FLOAT) return fixedValues(column, bytesOf(Float32Array.from(items as number[])), 0, length);
  if (type === PhysicalType.DOUBLE)
    return fixedValues(column, bytesOf(Float64Array.from(items as number[])), 0, length);
  if (type === PhysicalType.INT64)
    return fixedValues(column, bytesOf(BigInt64Array.from(items as bigint[])), 0, length);
  const bytes = new Uint8Array(length * width);
  for (const [i, item] of items.entries()) bytes.set(binary(String(item)).subarray(0, width), i * width);
  return fixedValues(column, bytes, 0, length);
}

/** Returns values that are indices into a dictionary. */
export function indicesOf(dictionary: DirectValues, indices: readonly number[]): DictionaryValues {
  const { type } = dictionary;
  return { layout: 'dictionary', type, length: indices.length, indices: Int32Array.from(indices), dictionary };
}

/** Returns plain items from values, the inverse of {@link valuesOf}. Indices are replaced by their dictionary entries. */
export function plainOf(values: Values): Plain[] {
  return Array.from({ length: values.length }, (_, i) => plainAt(values, i));
}

/** Returns the values and nulls of a column, one item per slot, whether or not the values have elements for the nulls. */
export function slotsOf(
  {
    values,
    nulls,
    slotCount,
    spaced,
  }: {
    readonly values: Values;
    readonly nulls: Nulls;
    readonly slotCount: number;
    readonly spaced: boolean;
  },
  maxDefinitionLevel = 1,
): (Plain | null)[] {
  let next = 0;
  return Array.from({ length: slotCount }, (_, i) => {
    const valid =
      nulls.kind === 'none' ||
      (nulls.kind === 'bitmap'
        ? ((nulls.bits[i >> 3]! >> (i & 7)) & 1) === 1
        : nulls.definition[i] === maxDefinitionLevel);
    if (!valid) return null;
    return plainAt(values, spaced ? i : next++);
  });
}

function plainAt(values: Values, index: number): Plain {
  if (!(index < values.length)) throw new Error(`value ${index} of ${values.length}`);
  switch (values.layout) {
    case 'bits':
      return ((values.data[index >> 3]! >> (index & 7)) & 1) === 1;
    case 'bytes':
      return latin1(values.data.subarray(values.offsets[index], values.offsets[index + 1]));
    case 'dictionary':
      return plainAt(values.dictionary, values.indices[index]!);
    case 'fixed': {
      if (values.data instanceof Uint8Array) {
        return latin1(values.data.subarray(index * values.width, (index + 1) * values.width));
      }
      return values.data[index]!;
    }
  }
}

/** Returns a byte array with one byte per character of `text`. */
export function binary(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
