/** Returns entries of shredded columns as bytes, or appends them to a variant. */
import { readBit } from '@marquetry/bit-io';
import type { NestedColumn, NestedLeaf } from '@marquetry/column';
import { type DirectValues, ParquetError } from '@marquetry/core';
import { bigEndianToBigint } from '@marquetry/logical';
import type { Output } from '../make/output.js';
import type { ShreddedPrimitive } from './plan.js';

export function isNull({ nulls }: NestedColumn, entry: number): boolean {
  return nulls.kind === 'bitmap' && readBit(nulls.bits, entry) === 0;
}

/**
 * Calls `read` with the values and the index of an entry. For dictionary indices, calls it with the dictionary and the
 * index of the dictionary entry.
 */
function located<T>({ values }: NestedLeaf, read: (values: DirectValues) => (at: number) => T): (entry: number) => T {
  if (values.layout !== 'dictionary') return read(values);
  const { indices } = values;
  const entryOf = read(values.dictionary);
  return (entry) => entryOf(indices[entry] as number);
}

/** Returns a function that returns a view of the bytes of an entry. */
export function bytesOfLeaf(column: NestedLeaf): (entry: number) => Uint8Array {
  return located(column, (values) => {
    if (values.layout === 'bytes') {
      const { data, offsets } = values;
      return (at) => data.subarray(offsets[at] as number, offsets[at + 1] as number);
    }
    if (values.layout !== 'fixed' || !(values.data instanceof Uint8Array)) throw mismatch(column);
    const { data, width } = values;
    return (at) => data.subarray(at * width, (at + 1) * width);
  });
}

/** Returns a function that appends an entry as a variant primitive. */
export function primitiveWriter(
  { type, scale }: ShreddedPrimitive,
  column: NestedLeaf,
): (entry: number, output: Output) => void {
  switch (type) {
    case 'boolean': {
      const bit = located(column, (values) => {
        if (values.layout !== 'bits') throw mismatch(column);
        return (at) => readBit(values.data, at) === 1;
      });
      return (entry, output) => output.boolean(bit(entry));
    }
    case 'float':
    case 'double': {
      const number = located(column, (values) => {
        if (
          !(values.layout === 'fixed' && (values.data instanceof Float32Array || values.data instanceof Float64Array))
        ) {
          throw mismatch(column);
        }
        const { data } = values;
        return (at) => data[at] as number;
      });
      return type === 'float'
        ? (entry, output) => output.float(number(entry))
        : (entry, output) => output.double(number(entry));
    }
    case 'string':
    case 'binary': {
      const bytes = bytesOfLeaf(column);
      return (entry, output) => output.sized(type, bytes(entry));
    }
    case 'uuid': {
      const bytes = bytesOfLeaf(column);
      return (entry, output) => output.uuid(bytes(entry));
    }
    case 'int8':
    case 'int16':
    case 'int32':
    case 'date': {
      const size = type === 'int8' ? 1 : type === 'int16' ? 2 : 4;
      const unused = 32 - 8 * size;
      const integer = int32s(column);
      return (entry, output) => {
        const value = integer(entry);
        if ((value << unused) >> unused !== value) {
          throw new ParquetError('CORRUPT', `the value ${value} in a shredded VARIANT is out of range for ${type}`);
        }
        output.int32(type, size, value);
      };
    }
    case 'decimal4': {
      const integer = int32s(column);
      return (entry, output) => output.decimal(type, BigInt(integer(entry)), scale);
    }
    case 'decimal8': {
      const integer = int64s(column);
      return (entry, output) => output.decimal(type, integer(entry), scale);
    }
    case 'decimal16': {
      const bytes = bytesOfLeaf(column);
      return (entry, output) => {
        const stored = bytes(entry);
        const unscaled = stored.length > 64 ? maxInt128 : bigEndianToBigint(stored);
        if (BigInt.asIntN(128, unscaled) !== unscaled) {
          throw new ParquetError('CORRUPT', 'a decimal in a shredded VARIANT exceeds 128 bits');
        }
        output.decimal(type, unscaled, scale);
      };
    }
    case 'null':
      throw mismatch(column);
    default: {
      const integer = int64s(column);
      return (entry, output) => output.integer(type, 8, integer(entry));
    }
  }
}

/** The largest 128-bit signed integer, plus one. */
const maxInt128 = 1n << 127n;

function int32s(column: NestedLeaf): (entry: number) => number {
  return located(column, (values) => {
    if (!(values.layout === 'fixed' && values.data instanceof Int32Array)) throw mismatch(column);
    const { data } = values;
    return (at) => data[at] as number;
  });
}

function int64s(column: NestedLeaf): (entry: number) => bigint {
  return located(column, (values) => {
    if (!(values.layout === 'fixed' && values.data instanceof BigInt64Array)) throw mismatch(column);
    const { data } = values;
    return (at) => data[at] as bigint;
  });
}

function mismatch({ values }: NestedLeaf): ParquetError {
  return new ParquetError(
    'INVALID_ARGUMENT',
    `a VARIANT column has ${values.layout} values of type ${values.type}, which its schema does not allow`,
  );
}
