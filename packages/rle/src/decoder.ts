/**
 * Decodes an RLE-encoded page of BOOLEAN values.
 *
 *   u32 LE   byte length of the runs
 *   runs     with values of 1 bit each
 */
import { readUint32 } from '@marquetry/bit-io';
import {
  type DecodeContext,
  limitError,
  ParquetError,
  PhysicalType,
  requireBuffer,
  requireCount,
  type ValueDecoder,
} from '@marquetry/core';
import { runsToBitmap } from './bitmap.js';
import { checkRuns, createRunReader, skipRuns } from './runs.js';

/**
 * Creates a decoder for an RLE page of BOOLEAN values. A page without values may have no bytes, because the
 * decoder does not read it.
 */
export function decodeRle(
  bytes: Uint8Array,
  context: DecodeContext,
  allocate: (byteLength: number) => Uint8Array,
): ValueDecoder {
  const { column, limits, valueCount } = context;
  const reader = createRunReader(bytes, 4, runsEnd(bytes, valueCount), 1);
  checkRuns(reader, valueCount);
  const decoder: ValueDecoder & { remaining: number } = {
    remaining: valueCount,
    read(count) {
      requireCount(count, decoder.remaining);
      const byteLength = Math.ceil(count / 8);
      if (byteLength > limits.decodedBytes) {
        throw limitError('decodedBytes', limits, `a value array of ${byteLength} bytes`);
      }
      const data = allocate(byteLength);
      runsToBitmap(reader, data, 0, count);
      decoder.remaining -= count;
      return { layout: 'bits', type: PhysicalType.BOOLEAN, length: count, data };
    },
    readInto(target, count) {
      requireCount(count, decoder.remaining);
      const buffer = requireBuffer(target, 'bits', column);
      buffer.reserve(count);
      // The runs have been checked, so this call cannot fail halfway and leave bits set beyond the length of the
      // buffer.
      runsToBitmap(reader, buffer.data, buffer.length, count);
      buffer.length += count;
      decoder.remaining -= count;
    },
    skip(count) {
      requireCount(count, decoder.remaining);
      skipRuns(reader, count);
      decoder.remaining -= count;
    },
  };
  return decoder;
}

function runsEnd(bytes: Uint8Array, valueCount: number): number {
  if (valueCount === 0) return 4;
  if (bytes.length < 4) throw new ParquetError('TRUNCATED', 'the length field of the runs is truncated', { offset: 0 });
  const byteLength = readUint32(bytes, 0);
  if (byteLength > bytes.length - 4) {
    throw new ParquetError('TRUNCATED', `expected ${byteLength} bytes of runs, found ${bytes.length - 4}`, {
      offset: 0,
    });
  }
  return 4 + byteLength;
}
