/** Converts values to a wider type. `schema/widen-type.ts` lists the pairs of types. */
import { bytesOf, type DirectValues, fixedValues, ParquetError, PhysicalType, type Values } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import { describeType, integerKind } from '../schema/widen-type.js';

/**
 * A function that converts values to a wider type; `undefined` if the types are equal. The function returns new memory,
 * or the given values if their bytes do not change.
 */
export type WidenValues = ((values: Values) => Values) | undefined;

/**
 * Returns the function that converts values from the type of `from` to the type of `to`.
 * @throws ParquetError UNSUPPORTED if the types cannot be converted.
 */
export function wideningOf(from: LeafNode, to: LeafNode): WidenValues {
  if (from.type === to.type && from.width === to.width) return undefined;
  const widen = flatWidening(from, to);
  /** The converted dictionaries. All batches of a chunk share a dictionary, which is converted only once. */
  const widened = new WeakMap<DirectValues, DirectValues>();
  return (values) => {
    if (values.layout !== 'dictionary') return widen(values);
    let dictionary = widened.get(values.dictionary);
    if (dictionary === undefined) {
      dictionary = widen(values.dictionary);
      widened.set(values.dictionary, dictionary);
    }
    return { ...values, type: to.type, dictionary };
  };
}

function flatWidening(from: LeafNode, to: LeafNode): (values: DirectValues) => DirectValues {
  const isSigned = integerKind(from)?.isSigned ?? true;
  switch (to.type) {
    case PhysicalType.INT64:
      if (from.type === PhysicalType.INT32) return (values) => toInt64(values, to, isSigned);
      break;
    case PhysicalType.DOUBLE:
      if (from.type === PhysicalType.INT32 || from.type === PhysicalType.FLOAT) {
        return (values) => toDouble(values, to, isSigned);
      }
      break;
    case PhysicalType.FIXED_LEN_BYTE_ARRAY:
      if (from.annotation?.kind === 'DECIMAL') return (values) => toBigEndian(values, from, to);
      break;
    default:
  }
  throw new ParquetError('UNSUPPORTED', `${describeType(from)} cannot be widened to ${describeType(to)}`);
}

function toInt64(values: DirectValues, to: LeafNode, isSigned: boolean): DirectValues {
  const source = values.data as Int32Array;
  const { length } = values;
  const words = new Int32Array(2 * length);
  for (let i = 0; i < length; i++) {
    const value = source[i] as number;
    words[2 * i] = value;
    words[2 * i + 1] = isSigned ? value >> 31 : 0;
  }
  return fixedValues(to, bytesOf(words), 0, length);
}

function toDouble(values: DirectValues, to: LeafNode, isSigned: boolean): DirectValues {
  const source = values.data as Int32Array | Float32Array;
  const { length } = values;
  const data = new Float64Array(length);
  if (source instanceof Float32Array || isSigned) data.set(source);
  else for (let i = 0; i < length; i++) data[i] = (source[i] as number) >>> 0;
  return fixedValues(to, bytesOf(data), 0, length);
}

/**
 * Converts integers to big-endian values of a larger width. The additional leading bytes repeat the sign bit (two's
 * complement).
 */
function toBigEndian(values: DirectValues, from: LeafNode, to: LeafNode): DirectValues {
  const source = bytesOf(values.data);
  const { length } = values;
  const { width } = to;
  const { width: narrow } = from;
  const isLittleEndian = from.type !== PhysicalType.FIXED_LEN_BYTE_ARRAY;
  const data = new Uint8Array(length * width);
  for (let i = 0; i < length; i++) {
    const start = i * narrow;
    const target = i * width + width - narrow;
    for (let k = 0; k < narrow; k++) {
      data[target + k] = source[start + (isLittleEndian ? narrow - 1 - k : k)] as number;
    }
    if (((data[target] as number) & 0x80) !== 0) data.fill(0xff, i * width, target);
  }
  return fixedValues(to, data, 0, length);
}
