/** Decodes PLAIN BOOLEAN: one bit per value, least significant bit first. */
import { copyBits } from '@marquetry/bit-io';
import {
  type BitValues,
  type DecodeContext,
  ParquetError,
  PhysicalType,
  requireBuffer,
  requireCount,
  type ValueDecoder,
} from '@marquetry/core';

export function decodeBits(bytes: Uint8Array, context: DecodeContext): ValueDecoder {
  const { column, valueCount } = context;
  if (bytes.length < Math.ceil(valueCount / 8)) {
    throw new ParquetError('TRUNCATED', `${valueCount} BOOLEAN values do not fit in ${bytes.length} bytes`, {
      offset: bytes.length,
    });
  }
  let position = 0;
  const decoder: ValueDecoder & { remaining: number } = {
    remaining: valueCount,
    read(count): BitValues {
      requireCount(count, decoder.remaining);
      const data = takeBits(bytes, position, count);
      position += count;
      decoder.remaining -= count;
      return { layout: 'bits', type: PhysicalType.BOOLEAN, length: count, data };
    },
    readInto(target, count): void {
      requireCount(count, decoder.remaining);
      const buffer = requireBuffer(target, 'bits', column);
      buffer.reserve(count);
      copyBits(bytes, position, buffer.data, buffer.length, count);
      buffer.length += count;
      position += count;
      decoder.remaining -= count;
    },
    skip(count): void {
      requireCount(count, decoder.remaining);
      position += count;
      decoder.remaining -= count;
    },
  };
  return decoder;
}

function takeBits(bytes: Uint8Array, position: number, count: number): Uint8Array {
  // Bits after the values must be 0 in the result, but the page must not be changed. Therefore, bits are copied unless
  // the range consists of whole bytes.
  if ((position & 7) === 0 && (count & 7) === 0) return bytes.subarray(position >> 3, (position + count) >> 3);
  const data = new Uint8Array(Math.ceil(count / 8));
  copyBits(bytes, position, data, 0, count);
  return data;
}
