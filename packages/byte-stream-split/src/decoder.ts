/**
 * Decodes BYTE_STREAM_SPLIT values. Each stream has one byte per value, so a range of values corresponds to the same
 * range of bytes in every stream.
 */
import {
  type DecodeContext,
  describeColumnType,
  type FixedValues,
  fixedValues,
  type Kernels,
  ParquetError,
  requireBuffer,
  requireCount,
  type ValueDecoder,
} from '@marquetry/core';

export function decodeStreams(bytes: Uint8Array, context: DecodeContext, kernels: Kernels): ValueDecoder {
  const { column, valueCount } = context;
  const { width } = column;
  if (bytes.length !== valueCount * width) {
    // The number of values determines where the streams start. With a different number of bytes, every value would be
    // wrong.
    throw new ParquetError(
      bytes.length < valueCount * width ? 'TRUNCATED' : 'CORRUPT',
      `${valueCount} ${describeColumnType(column)} values need ${valueCount * width} bytes, got ${bytes.length}`,
      { offset: Math.min(bytes.length, valueCount * width) },
    );
  }
  let done = 0;

  function join(count: number, target: Uint8Array, at: number): void {
    kernels.joinStreams(bytes, done, valueCount, width, target, at, count);
    done += count;
    decoder.remaining -= count;
  }

  const decoder: ValueDecoder & { remaining: number } = {
    remaining: valueCount,
    read(count): FixedValues {
      requireCount(count, decoder.remaining);
      const data = kernels.allocate(count * width);
      join(count, data, 0);
      return fixedValues(column, data, 0, count);
    },
    readInto(target, count): void {
      requireCount(count, decoder.remaining);
      const buffer = requireBuffer(target, 'fixed', column);
      buffer.reserve(count);
      join(count, buffer.data, buffer.length * width);
      buffer.length += count;
    },
    skip(count): void {
      requireCount(count, decoder.remaining);
      done += count;
      decoder.remaining -= count;
    },
  };
  return decoder;
}
