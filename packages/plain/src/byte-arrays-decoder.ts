/** Decodes PLAIN BYTE_ARRAY. Each value consists of its length (4 bytes, unsigned, little endian), then its bytes. */
import { copyInSteps, longestInSteps, stepBytes } from '@marquetry/bit-io';
import {
  type BytesBuffer,
  type BytesValues,
  type DecodeContext,
  type Kernels,
  limitError,
  ParquetError,
  PhysicalType,
  requireBuffer,
  requireCount,
  slackBytes,
  type ValueDecoder,
  viewOf,
} from '@marquetry/core';
import { scanLengths, skipLengths } from './lengths.js';

/**
 * Number of values whose lengths are read before their bytes are copied. It is small enough for these bytes to stay in
 * the processor's cache.
 */
const batch = 4096;

export function decodeByteArrays(
  bytes: Uint8Array,
  context: DecodeContext,
  kernels: Pick<Kernels, 'allocate' | 'copyByteArrays'>,
): ValueDecoder {
  const { column, valueCount, limits } = context;
  if (bytes.length < 4 * valueCount) {
    throw new ParquetError('TRUNCATED', `${valueCount} BYTE_ARRAY lengths do not fit in ${bytes.length} bytes`, {
      offset: bytes.length,
    });
  }
  const view = viewOf(bytes);
  let position = 0;

  /**
   * Returns the total size of the next `count` values in bytes, without their lengths. Writes the end of each value to
   * `offsets`, starting at `offsets[from + 1]`. The first value starts at `offsets[from]`.
   */
  function measure(count: number, offsets: Int32Array, from: number): number {
    const end = scanLengths(view, position, count, offsets, from);
    const total = end - position - 4 * count;
    if (total > limits.decodedBytes) throw limitError('decodedBytes', limits, `a value array of ${total} bytes`);
    // Offsets are 32-bit integers, so they cannot exceed 2^31 - 1 even if the limits are higher.
    if (total > 2 ** 31 - 1)
      throw new ParquetError('LIMIT', `${total} bytes of values exceed the range of int32 offsets`);
    return total;
  }

  function append(buffer: BytesBuffer, count: number): void {
    const { length } = buffer;
    const total = measure(count, buffer.offsets, length);
    buffer.reserve(count, total);
    copyValues(bytes, view, position, buffer.offsets, length, count, buffer.data, kernels.copyByteArrays);
    buffer.length = length + count;
    position += total + 4 * count;
  }

  const decoder: ValueDecoder & { remaining: number } = {
    remaining: valueCount,
    read(count): BytesValues {
      requireCount(count, decoder.remaining);
      const offsets = new Int32Array(count + 1);
      const total = measure(count, offsets, 0);
      const data = kernels.allocate(total + slackBytes);
      copyValues(bytes, view, position, offsets, 0, count, data, kernels.copyByteArrays);
      position += total + 4 * count;
      decoder.remaining -= count;
      return { layout: 'bytes', type: PhysicalType.BYTE_ARRAY, length: count, offsets, data: data.subarray(0, total) };
    },
    readInto(target, count): void {
      requireCount(count, decoder.remaining);
      const buffer = requireBuffer(target, 'bytes', column);
      const { length } = buffer;
      buffer.reserve(count);
      try {
        for (let left = count; left > 0; left -= batch) append(buffer, Math.min(batch, left));
      } catch (error) {
        buffer.length = length;
        throw error;
      }
      decoder.remaining -= count;
    },
    skip(count): void {
      requireCount(count, decoder.remaining);
      position = skipLengths(view, position, count);
      decoder.remaining -= count;
    },
  };
  return decoder;
}

/**
 * Copies the bytes of `count` values to the positions in `target` that `offsets` specifies. May write up to 16 bytes
 * after the last value, so `target` must have room for them.
 */
function copyValues(
  bytes: Uint8Array,
  source: DataView,
  position: number,
  offsets: Int32Array,
  from: number,
  count: number,
  target: Uint8Array,
  accelerated: Kernels['copyByteArrays'],
): void {
  const first = from + (accelerated?.(bytes, position, count, offsets, from, target) ?? 0);
  if (first === from + count) return;
  const sink = viewOf(target);
  const safe = bytes.length - stepBytes;
  let to = offsets[first] as number;
  let at = position + to - (offsets[from] as number) + 4 * (first - from) + 4;
  for (let i = first + 1; i <= from + count; i++) {
    const end = offsets[i] as number;
    const length = end - to;
    // The last step may copy bytes that follow the value. Copying the next value overwrites them.
    if (length <= longestInSteps && at + length <= safe) copyInSteps(source, at, sink, to, length);
    else target.set(bytes.subarray(at, at + length), to);
    at += length + 4;
    to = end;
  }
}
