/** Decodes PLAIN values of a fixed width. If the page is aligned for the type, the result is a view of it. */
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
  const decoder: ValueDecoder & { remaining: number } = {
    remaining: valueCount,
    read(count): FixedValues {
      requireCount(count, decoder.remaining);
      const values = fixedValues(column, bytes, done * width, count);
      done += count;
      decoder.remaining -= count;
      return values;
    },
    readInto(target, count): void {
      requireCount(count, decoder.remaining);
      const buffer = requireBuffer(target, 'fixed', column);
      buffer.reserve(count);
      // Creating a view takes as long as copying a small page, so use `bytes` itself to copy a whole page.
      const isWhole = count * width === bytes.length;
      const source = isWhole ? bytes : bytes.subarray(done * width, (done + count) * width);
      buffer.data.set(source, buffer.length * width);
      buffer.length += count;
      done += count;
      decoder.remaining -= count;
    },
    skip(count): void {
      requireCount(count, decoder.remaining);
      done += count;
      decoder.remaining -= count;
    },
  };
  return decoder;
}
