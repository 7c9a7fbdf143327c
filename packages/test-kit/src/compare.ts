/**
 * Values compared byte by byte, whatever their layout: NaN payloads and negative zeros count.
 */
import { bytesOf, type ColumnType, type DirectValues, type Values } from '@marquetry/core';

/** The bytes of value `index`: one byte, 0 or 1, for BOOLEAN. */
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
 * Throws unless `actual` are `expected[from, from + actual.length)`, values of one being entries of the other's
 * dictionary or not.
 */
export function sameValues(actual: Values, expected: Values, from = 0): void {
  for (let i = 0; i < actual.length; i++) {
    const a = valueBytes(actual, i);
    const b = valueBytes(expected, from + i);
    let same = a.length === b.length;
    for (let k = 0; same && k < a.length; k++) same = a[k] === b[k];
    if (!same) throw new Error(`value ${from + i} is [${a.join(' ')}], not [${b.join(' ')}]`);
  }
}

/** Throws unless `values` are `length` well-formed values of the column. */
export function checkValues(values: Values, column: ColumnType, length: number): void {
  require(values.length === length, `${values.length} values came where ${length} were asked for`);
  require(values.type === column.type, `values have type ${values.type}, the column has ${column.type}`);
  if (values.layout === 'dictionary') {
    require(values.indices.length >= length, `${values.indices.length} indices are there for ${length} values`);
    for (const index of values.indices.subarray(0, length)) {
      require(index >= 0 && index < values.dictionary.length, `index ${index} is not in the dictionary`);
    }
    checkFlat(values.dictionary, column);
  } else checkFlat(values, column);
}

function checkFlat(values: DirectValues, column: ColumnType): void {
  const { length, data } = values;
  switch (values.layout) {
    case 'bits':
      require(data.length >= Math.ceil(length / 8), `${data.length} bytes hold no ${length} bits`);
      for (let i = length; i < data.length * 8; i++) {
        require((((values.data[i >> 3] ?? 0) >> (i & 7)) & 1) === 0, `bit ${i}, behind the ${length} values, is not 0`);
      }
      break;
    case 'fixed':
      require(values.width === column.width, `values are ${values.width} bytes wide, the column ${column.width}`);
      require(data.byteLength === length * column.width, `${length} values have ${data.byteLength} bytes`);
      break;
    case 'bytes': {
      const { offsets } = values;
      require(offsets.length === length + 1, `${length} values have ${offsets.length} offsets`);
      require((offsets[0] ?? -1) >= 0, `offsets start at ${offsets[0]}`);
      for (let i = 0; i < length; i++) {
        require((offsets[i] ?? 0) <= (offsets[i + 1] ?? 0), `offset ${i + 1} is below the one before`);
      }
      require((offsets[length] ?? 0) <= data.length, `values end behind their ${data.length} bytes`);
    }
  }
}

function require(condition: boolean, message: string): void {
  if (!condition) throw new Error(message);
}
