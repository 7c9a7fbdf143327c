/**
 * Decodes DELTA_LENGTH_BYTE_ARRAY values, which are stored as a delta stream of lengths, followed by the bytes of all
 * values.
 */
import {
  type BytesValues,
  type DecodeContext,
  type Kernels,
  ParquetError,
  PhysicalType,
  requireBuffer,
  requireCount,
  type ValueDecoder,
} from '@marquetry/core';
import { openStream } from '../binary-packed/stream.js';
import { requireBytes } from '../decoded-bytes.js';
import { sumLengths, sumUp } from '../lengths.js';

export function decodeLengthByteArray(bytes: Uint8Array, context: DecodeContext, kernels: Kernels): ValueDecoder {
  const { column, valueCount, limits } = context;
  const lengths = openStream(bytes, 0, valueCount, 1, kernels);
  let position = lengths.end;

  /**
   * Replaces the `count` lengths after `offsets[from]` with the ends of the values, and checks that the page contains
   * their bytes.
   */
  function measure(offsets: Int32Array, from: number, count: number): number {
    const start = offsets[from] as number;
    const total = sumUp(offsets, from + 1, count, start);
    if (total > bytes.length - position) {
      throw new ParquetError(
        'TRUNCATED',
        `${count} values need ${total} bytes, but the page has ${bytes.length - position} left`,
        {
          offset: position,
        },
      );
    }
    return total;
  }

  const scratch = new Int32Array(Math.min(valueCount, 512));
  const decoder: ValueDecoder & { remaining: number } = {
    remaining: valueCount,
    read(count): BytesValues {
      requireCount(count, decoder.remaining);
      requireBytes(4 * (count + 1), limits);
      const memory = kernels.allocate(4 * (count + 1));
      const offsets = new Int32Array(memory.buffer, memory.byteOffset, count + 1);
      lengths.read(offsets, 1, count);
      const total = measure(offsets, 0, count);
      const data = bytes.subarray(position, position + total);
      position += total;
      decoder.remaining -= count;
      return { layout: 'bytes', type: PhysicalType.BYTE_ARRAY, length: count, offsets, data };
    },
    readInto(target, count): void {
      requireCount(count, decoder.remaining);
      const buffer = requireBuffer(target, 'bytes', column);
      const { length } = buffer;
      buffer.reserve(count);
      lengths.read(buffer.offsets, length + 1, count);
      const start = buffer.offsets[length] as number;
      const total = measure(buffer.offsets, length, count);
      buffer.reserve(count, total);
      buffer.data.set(bytes.subarray(position, position + total), start);
      buffer.length = length + count;
      position += total;
      decoder.remaining -= count;
    },
    skip(count): void {
      requireCount(count, decoder.remaining);
      decoder.remaining -= count;
      if (count === lengths.remaining) {
        lengths.skip(count);
        return;
      }
      for (let left = count; left > 0; left -= scratch.length) {
        const taken = Math.min(left, scratch.length);
        lengths.read(scratch, 0, taken);
        position += sumLengths(scratch, 0, taken);
      }
      if (position > bytes.length) {
        throw new ParquetError(
          'TRUNCATED',
          `the skipped values end ${position - bytes.length} bytes after the end of the page`,
          {
            offset: bytes.length,
          },
        );
      }
    },
  };
  return decoder;
}
