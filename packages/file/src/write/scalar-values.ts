/**
 * Converts JavaScript values to column values, one by one.
 */
import { type DirectValues, type FixedValues, ParquetError, PhysicalType } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';

/** Builds the values of a column, without nulls. The values must be set in order. */
export interface ScalarValues {
  /** Sets value `i`. Call it for ascending `i`. Returns false if the column cannot store the value. */
  put(value: unknown, i: number): boolean;
  /**
   * Sets the values `[from, to)` to `array[rows[from]]` and so on, faster than {@link put}. If this is not possible,
   * sets nothing and returns false; in that case, call {@link put} for each value.
   */
  putTogether?(array: readonly unknown[], rows: Int32Array, from: number, to: number): boolean;
  finish(): DirectValues;
}

/** Creates a builder for `length` values of the column. */
export function createScalarValues(leaf: LeafNode, length: number): ScalarValues {
  const { type, width } = leaf;
  switch (type) {
    case PhysicalType.BOOLEAN: {
      const data = new Uint8Array(Math.ceil(length / 8));
      const put = (value: unknown, i: number): boolean => {
        if (typeof value !== 'boolean') return false;
        if (value) data[i >> 3] = (data[i >> 3] as number) | (1 << (i & 7));
        return true;
      };
      return { put, finish: () => ({ layout: 'bits', type, length, data }) };
    }
    case PhysicalType.INT32: {
      const data = new Int32Array(length);
      const unsigned = isUnsigned(leaf);
      const put = (value: unknown, i: number): boolean => {
        if (typeof value !== 'number') return false;
        data[i] = value;
        return data[i] === value || (unsigned && (data[i] as number) >>> 0 === value);
      };
      return { put, finish: () => ({ layout: 'fixed', type, length, width, data }) };
    }
    case PhysicalType.INT64: {
      const data = new BigInt64Array(length);
      const unsigned = isUnsigned(leaf);
      const put = (value: unknown, i: number): boolean => {
        if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) return false;
        const whole = BigInt(value as bigint | number);
        data[i] = whole;
        return data[i] === whole || (unsigned && BigInt.asUintN(64, data[i] as bigint) === whole);
      };
      return { put, finish: () => ({ layout: 'fixed', type, length, width, data }) };
    }
    case PhysicalType.FLOAT:
      return numbers(leaf, type, new Float32Array(length));
    case PhysicalType.DOUBLE:
      return numbers(leaf, type, new Float64Array(length));
    case PhysicalType.BYTE_ARRAY:
      return byteArrays(length);
    case PhysicalType.INT96:
    case PhysicalType.FIXED_LEN_BYTE_ARRAY: {
      const data = new Uint8Array(length * width);
      const put = (value: unknown, i: number): boolean => {
        if (!(value instanceof Uint8Array) || value.length !== width) return false;
        data.set(value, i * width);
        return true;
      };
      return { put, finish: () => ({ layout: 'fixed', type, length, width, data }) };
    }
  }
}

function numbers(
  { width }: LeafNode,
  type: typeof PhysicalType.FLOAT | typeof PhysicalType.DOUBLE,
  data: Float32Array | Float64Array,
): ScalarValues {
  const put = (value: unknown, i: number): boolean => {
    if (typeof value !== 'number') return false;
    data[i] = value;
    return true;
  };
  return { put, finish: () => ({ layout: 'fixed', type, length: data.length, width, data }) as FixedValues };
}

/**
 * Strings are joined up to this many UTF-16 code units and encoded in one call, because a call takes as long as copying
 * a few hundred bytes.
 */
const mostTogether = 2 ** 16;

/** Creates BYTE_ARRAY values from strings, encoded as UTF-8, and byte arrays. */
function byteArrays(length: number): ScalarValues {
  const encoder = new TextEncoder();
  const offsets = new Int32Array(length + 1);
  let data = new Uint8Array(16 * length);
  let end = 0;
  const reserve = (bytes: number): void => {
    if (end + bytes <= data.length) return;
    if (end + bytes >= 2 ** 31) throw new ParquetError('LIMIT', 'a batch must be under 2 GiB: write smaller batches');
    const larger = new Uint8Array(Math.min(Math.max(2 * data.length, end + bytes), 2 ** 31 - 1));
    larger.set(data.subarray(0, end));
    data = larger;
  };
  const put = (value: unknown, i: number): boolean => {
    if (typeof value === 'string') {
      // A UTF-16 code unit becomes at most three bytes of UTF-8.
      reserve(3 * value.length);
      const { written } = encoder.encodeInto(value, data.subarray(end));
      // Reject unpaired surrogates, because readers would return U+FFFD instead of them.
      if (written !== value.length && /\p{Surrogate}/u.test(value)) return false;
      end += written;
    } else if (value instanceof Uint8Array) {
      reserve(value.length);
      data.set(value, end);
      end += value.length;
    } else {
      return false;
    }
    offsets[i + 1] = end;
    return true;
  };
  const putTogether = (array: readonly unknown[], rows: Int32Array, from: number, to: number): boolean => {
    const texts: string[] = [];
    let units = 0;
    for (let i = from; i < to; i++) {
      const text = array[rows[i] as number];
      if (typeof text !== 'string') return false;
      texts.push(text);
      units += text.length;
    }
    if (units > mostTogether) return false;
    reserve(units);
    const { read, written } = encoder.encodeInto(texts.join(''), data.subarray(end));
    // If there are as many bytes as UTF-16 code units, the text is ASCII.
    if (read !== units || written !== units) return false;
    for (const [k, text] of texts.entries()) {
      end += text.length;
      offsets[from + k + 1] = end;
    }
    return true;
  };
  const finish = (): DirectValues => {
    const type = PhysicalType.BYTE_ARRAY;
    return { layout: 'bytes', type, length, offsets, data: data.subarray(0, end) };
  };
  return { put, putTogether, finish };
}

function isUnsigned({ annotation }: LeafNode): boolean {
  return annotation?.kind === 'INTEGER' && !annotation.isSigned;
}
