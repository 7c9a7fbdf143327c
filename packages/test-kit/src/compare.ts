/** Compares values byte by byte, whatever their layout, so that NaN payloads and the sign of zero matter. */
import { bytesOf, type ColumnType, type DirectValues, nameOf, PhysicalType, type Values } from '@marquetry/core';

/** Returns the bytes of the value at `index`; for BOOLEAN, a single byte that is 0 or 1. */
function valueBytes(values: Values, index: number): Uint8Array {
  switch (values.layout) {
    case 'bits':
      return Uint8Array.of(((values.data[index >> 3] ?? 0) >> (index & 7)) & 1);
    case 'fixed':
      return bytesOf(values.data).subarray(index * values.width, (index + 1) * values.width);
    case 'bytes':
      return values.data.subarray(values.offsets[index], values.offsets[index + 1]);
    case 'dictionary':
      return valueBytes(values.dictionary, values.indices[index] ?? -1);
  }
}

/**
 * Throws an error unless `actual` equals the values of `expected` that start at `from`. Both may be dictionary indices.
 */
export function sameValues(actual: Values, expected: Values, from = 0): void {
  for (let i = 0; i < actual.length; i++) {
    const a = valueBytes(actual, i);
    const b = valueBytes(expected, from + i);
    let same = a.length === b.length;
    for (let k = 0; same && k < a.length; k++) same = a[k] === b[k];
    if (!same) throw new Error(`value ${from + i} must be [${b.join(' ')}], got [${a.join(' ')}]`);
  }
}

/** Throws an error unless `values` contains exactly `length` well-formed values of the column's type. */
export function checkValues(values: Values, column: ColumnType, length: number): void {
  require(values.length === length, `${length} values were requested, got ${values.length}`);
  require(values.type ===
    column.type, `the values must have type ${nameOf(PhysicalType, column.type)}, got ${nameOf(PhysicalType, values.type)}`);
  if (values.layout === 'dictionary') {
    require(values.indices.length >= length, `${length} values need ${length} indices, got ${values.indices.length}`);
    for (const index of values.indices.subarray(0, length)) {
      require(index >= 0 && index < values.dictionary.length, `index ${index} is beyond the dictionary`);
    }
    checkFlat(values.dictionary, column);
  } else checkFlat(values, column);
}

function checkFlat(values: DirectValues, column: ColumnType): void {
  const { length, data } = values;
  switch (values.layout) {
    case 'bits':
      require(data.length >=
        Math.ceil(length / 8), `${length} bits need ${Math.ceil(length / 8)} bytes, got ${data.length}`);
      for (let i = length; i < data.length * 8; i++) {
        require((((values.data[i >> 3] ?? 0) >> (i & 7)) & 1) === 0, `bit ${i}, after the ${length} values, must be 0`);
      }
      break;
    case 'fixed':
      require(values.width === column.width, `the values must have ${column.width} bytes each, got ${values.width}`);
      require(data.byteLength ===
        length * column.width, `${length} values need ${length * column.width} bytes, got ${data.byteLength}`);
      break;
    case 'bytes': {
      const { offsets } = values;
      require(offsets.length === length + 1, `${length} values need ${length + 1} offsets, got ${offsets.length}`);
      require((offsets[0] ?? -1) >= 0, `offsets must not start below 0, got ${offsets[0]}`);
      for (let i = 0; i < length; i++) {
        require((offsets[i] ?? 0) <= (offsets[i + 1] ?? 0), `offset ${i + 1} is less than the previous one`);
      }
      require((offsets[length] ?? 0) <= data.length, `the last offset exceeds the ${data.length} data bytes`);
    }
  }
}

function require(condition: boolean, message: string): void {
  if (!condition) throw new Error(message);
}
