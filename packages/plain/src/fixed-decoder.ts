/**
 * PLAIN values of a fixed width: the page is the array.
 */
import {
  type DecodeContext,
  describeColumnType,
  type FixedValues,
  fixedValues,
  ParquetError,
  requireBuffer,
  requireCount,
  type ValueDecoder,
} from '@marquetry/core';

export function decodeFixed(bytes: Uint8Array, context: DecodeContext): ValueDecoder {
  const { column, valueCount } = context;
  const { width } = column;
  if (bytes.length < valueCount * width) {
    throw new ParquetError(
      'TRUNCATED',
      `${valueCount} ${describeColumnType(column)} values do not fit in ${bytes.length} bytes`,
      { offset: bytes.length },
    );
  }
  let done = 0;
  return {
    get remaining(): number {
      return valueCount - done;
    },
    read(count): FixedValues {
      requireCount(count, valueCount - done);
      const values = fixedValues(column, bytes, done * width, count);
      done += count;
      return values;
    },
    readInto(target, count): void {
      requireCount(count, valueCount - done);
      const buffer = requireBuffer(target, 'fixed', column);
      buffer.reserve(count);
      buffer.data.set(bytes.subarray(done * width, (done + count) * width), buffer.length * width);
      buffer.length += count;
      done += count;
    },
    skip(count): void {
      requireCount(count, valueCount - done);
      done += count;
    },
  };
}
