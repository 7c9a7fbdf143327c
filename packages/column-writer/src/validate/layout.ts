/**
 * Checks that values have the type of the column, the kind of array that this type requires, and the declared length.
 */
import { type ColumnType, type DirectValues, describeColumnType, PhysicalType } from '@marquetry/core';

/**
 * Describes what is wrong with the values of a batch. If a single value is invalid, `value` is its index.
 */
export interface Fault {
  readonly reason: string;
  readonly value?: number;
}

/** Returns the first fault in values that are not dictionary indices; undefined if they are valid. */
export function layoutFault(values: DirectValues, column: ColumnType): Fault | undefined {
  const { layout, type, length } = values;
  const width = layout === 'fixed' ? values.width : 0;
  if (layout !== layoutOf(column.type) || type !== column.type || width !== column.width) {
    const actual = describeColumnType({ type, width });
    return { reason: `the column requires ${describeColumnType(column)} values, got ${actual} with layout ${layout}` };
  }
  if (!(Number.isSafeInteger(length) && length >= 0))
    return { reason: `\`length\` must be a non-negative integer, got ${length}` };
  const array = arrayOf(type);
  // The type tag is compared instead of the constructor, because arrays from another realm (such as an iframe) have
  // different constructors.
  const actual = values.data[Symbol.toStringTag];
  if (actual !== array) return { reason: `\`data\` must be of type ${array}, got ${actual}` };
  if (layout === 'bytes') return offsetsFault(values.offsets, length, values.data.length);
  const needed = layout === 'bits' ? Math.ceil(length / 8) : array === 'Uint8Array' ? length * width : length;
  if (values.data.length < needed) {
    return { reason: `\`data\` must have at least ${needed} elements for ${length} values, got ${values.data.length}` };
  }
  return undefined;
}

/** Returns the first fault in dictionary indices; undefined if they are valid. */
export function indicesFault(indices: Int32Array, length: number, entries: number): Fault | undefined {
  if (indices[Symbol.toStringTag] !== 'Int32Array' || !(length >= 0 && indices.length >= length)) {
    return {
      reason: `\`indices\` must be an Int32Array of at least \`length\` (${length}) elements`,
    };
  }
  let largest = 0;
  for (let i = 0; i < length; i++) {
    const index = (indices[i] as number) >>> 0;
    if (index > largest) largest = index;
  }
  if (length === 0 || largest < entries) return undefined;
  const value = indices.findIndex((index) => index >>> 0 >= entries);
  return { reason: `index ${indices[value]} is beyond a dictionary of ${entries} entries`, value };
}

function offsetsFault(offsets: Int32Array, length: number, byteLength: number): Fault | undefined {
  if (offsets[Symbol.toStringTag] !== 'Int32Array' || offsets.length < length + 1) {
    return { reason: `\`offsets\` must be an Int32Array of at least ${length + 1} elements for ${length} byte arrays` };
  }
  let previous = offsets[0] as number;
  if (previous < 0) return { reason: `offsets must not be negative, got ${previous}`, value: 0 };
  for (let i = 1; i <= length; i++) {
    const offset = offsets[i] as number;
    if (offset < previous)
      return { reason: `offsets must not decrease, got ${offset} after ${previous}`, value: i - 1 };
    previous = offset;
  }
  if (previous <= byteLength) return undefined;
  const value = Math.max(0, offsets.findIndex((offset) => offset > byteLength) - 1);
  return { reason: `offsets must not exceed the length of \`data\`, ${byteLength}, got ${previous}`, value };
}

function layoutOf(type: PhysicalType): DirectValues['layout'] {
  if (type === PhysicalType.BOOLEAN) return 'bits';
  return type === PhysicalType.BYTE_ARRAY ? 'bytes' : 'fixed';
}

function arrayOf(type: PhysicalType): string {
  switch (type) {
    case PhysicalType.INT32:
      return 'Int32Array';
    case PhysicalType.INT64:
      return 'BigInt64Array';
    case PhysicalType.FLOAT:
      return 'Float32Array';
    case PhysicalType.DOUBLE:
      return 'Float64Array';
    default:
      return 'Uint8Array';
  }
}
