/**
 * Decodes a page of dictionary indices (Encodings.md#DICTIONARY).
 *
 *   1 byte   bits per index, 0 to 32
 *   runs     RLE / bit-packed, without a length before them
 */
import { gatherInto } from '@marquetry/bit-io';
import {
  type ColumnKernels,
  createColumnBuffer,
  type DecodeContext,
  type DirectValues,
  describeColumnType,
  limitError,
  ParquetError,
  requireBuffer,
  requireCount,
  type ValueDecoder,
} from '@marquetry/core';
import { checkRuns, createRunReader, type RunReader, readRuns, skipRuns } from '@marquetry/rle';

/**
 * A decoder that can also return the indices themselves, so that a caller can collect the indices of several pages in
 * one array.
 */
export interface IndexDecoder extends ValueDecoder {
  /**
   * Reads the next `count` indices into `target`, starting at `target[from]`. Each index is less than the length of the
   * dictionary. Throws the same errors as `read`.
   */
  readIndices(target: Int32Array, from: number, count: number): void;
}

/** True if the decoder has {@link IndexDecoder.readIndices}, even if another copy of this package created it. */
export function isIndexDecoder(decoder: ValueDecoder): decoder is IndexDecoder {
  return typeof (decoder as Partial<IndexDecoder>).readIndices === 'function';
}

/** Number of indices to replace with values at a time, so that both stay in the processor's cache. */
const batch = 4096;
/** Like {@link batch}, but for kernels that copy the dictionary to their own memory for each batch. */
const acceleratedBatch = 16_384;
/**
 * Up to this number of values, the decoder does not check in advance whether the page contains that many indices: even
 * if the number is wrong, little memory is allocated.
 */
const unchecked = 65_536;

/**
 * Creates a decoder of dictionary indices, as {@link Encoding.decoder} specifies. A page without values may have no
 * bytes: the decoder does not read it.
 */
export function decodeIndices(bytes: Uint8Array, context: DecodeContext, kernels: ColumnKernels): IndexDecoder {
  const { column, valueCount, limits } = context;
  const dictionary = dictionaryOf(context);
  const reader = openRuns(bytes, valueCount);
  if (valueCount > unchecked) checkRuns(reader, valueCount);
  // If the dictionary has an entry for every index of this bit width, no index needs to be checked.
  const largestPossible = 2 ** reader.width - 1;
  const allWithin = largestPossible < dictionary.length;
  let scratch: Int32Array | undefined;

  const next = (target: Int32Array, from: number, count: number): void => {
    const offset = reader.position;
    readRuns(reader, target, from, count, kernels);
    decoder.remaining -= count;
    if (allWithin) return;
    const largest = kernels.largestIndex(target, from, count);
    if (largest >= dictionary.length) {
      throw new ParquetError('CORRUPT', `index ${largest} is beyond a dictionary of ${dictionary.length} entries`, {
        offset,
      });
    }
  };

  /** Returns memory for at least `count` indices. */
  const workingIndices = (count: number): Int32Array => {
    if (kernels.scratch !== undefined) {
      const memory = kernels.scratch(4 * count);
      return new Int32Array(memory.buffer, memory.byteOffset, count);
    }
    scratch ??= new Int32Array(Math.min(batch, valueCount));
    return scratch;
  };

  const decoder: IndexDecoder & { remaining: number } = {
    remaining: valueCount,
    read(count) {
      requireCount(count, decoder.remaining);
      if (4 * count > limits.decodedBytes) {
        throw limitError('decodedBytes', limits, `an array of ${4 * count} bytes of indices`);
      }
      const memory = kernels.allocate(4 * count);
      const indices = new Int32Array(memory.buffer, memory.byteOffset, count);
      next(indices, 0, count);
      return { layout: 'dictionary', type: dictionary.type, length: count, indices, dictionary };
    },
    readInto(target, count) {
      requireCount(count, decoder.remaining);
      requireBuffer(target, dictionary.layout, column);
      const size = kernels.scratch === undefined ? batch : acceleratedBatch;
      const indices = workingIndices(Math.min(size, count));
      for (let done = 0; done < count; done += size) {
        const n = Math.min(size, count - done);
        // Check the same number of indices at a time with all kernels, so that all kernels report the same error for a
        // page.
        for (let i = 0; i < n; i += batch) next(indices, i, Math.min(batch, n - i));
        gatherInto(target, dictionary, indices, 0, n, kernels);
      }
    },
    readIndices(target, from, count) {
      requireCount(count, decoder.remaining);
      next(target, from, count);
    },
    skip(count) {
      requireCount(count, decoder.remaining);
      skipRuns(reader, count);
      decoder.remaining -= count;
    },
  };
  return decoder;
}

function dictionaryOf(context: DecodeContext): DirectValues {
  const { dictionary, valueCount, column } = context;
  if (dictionary !== undefined) {
    const width = dictionary.layout === 'fixed' ? dictionary.width : 0;
    if (dictionary.type === column.type && width === column.width) return dictionary;
    const what = describeColumnType({ type: dictionary.type, width });
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `the dictionary has ${what} values, but the column is ${describeColumnType(column)}`,
    );
  }
  if (valueCount > 0)
    throw new ParquetError('CORRUPT', 'the page uses a dictionary, but the chunk has no dictionary page');
  return createColumnBuffer(column).values;
}

function openRuns(bytes: Uint8Array, valueCount: number): RunReader {
  if (valueCount === 0) return createRunReader(bytes, 0, 0, 0);
  const width = bytes[0];
  if (width === undefined)
    throw new ParquetError('TRUNCATED', 'the page ends before the bit width of its indices', { offset: 0 });
  if (width > 32)
    throw new ParquetError('CORRUPT', `the bit width of indices must be at most 32, got ${width}`, { offset: 0 });
  return createRunReader(bytes, 1, bytes.length, width);
}
