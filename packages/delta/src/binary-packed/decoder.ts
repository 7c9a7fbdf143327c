/**
 * Decodes DELTA_BINARY_PACKED values: one delta stream.
 */
import {
  type DecodeContext,
  type FixedValues,
  fixedValues,
  type Kernels,
  requireBuffer,
  requireCount,
  type ValueDecoder,
} from '@marquetry/core';
import { requireBytes } from '../decoded-bytes.js';
import { openStream } from './stream.js';

export function decodeBinaryPacked(bytes: Uint8Array, context: DecodeContext, kernels: Kernels): ValueDecoder {
  const { column, valueCount, limits } = context;
  const { width } = column;
  const stream = openStream(bytes, 0, valueCount, width === 4 ? 1 : 2, kernels);
  const decoder: ValueDecoder & { remaining: number } = {
    remaining: valueCount,
    read(count): FixedValues {
      requireCount(count, decoder.remaining);
      requireBytes(count * width, limits);
      const data = kernels.allocate(count * width);
      decoder.remaining -= count;
      stream.read(new Int32Array(data.buffer, data.byteOffset, data.byteLength >> 2), 0, count);
      return fixedValues(column, data, 0, count);
    },
    readInto(target, count): void {
      requireCount(count, decoder.remaining);
      const buffer = requireBuffer(target, 'fixed', column);
      buffer.reserve(count);
      decoder.remaining -= count;
      stream.read(buffer.words, buffer.length, count);
      buffer.length += count;
    },
    skip(count): void {
      requireCount(count, decoder.remaining);
      decoder.remaining -= count;
      stream.skip(count);
    },
  };
  return decoder;
}
