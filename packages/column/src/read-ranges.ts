/**
 * Reads selected ranges of the values in a page, in one of two ways.
 *
 *   far apart        skip, read, skip, read ...     two decoder calls per range
 *   close together   decode all, keep some          faster, because a call takes as long as decoding tens of values
 */
import { gatherInto } from '@marquetry/bit-io';
import {
  type ColumnBuffer,
  type ColumnKernels,
  type DirectValues,
  ParquetError,
  type ValueDecoder,
  type Values,
} from '@marquetry/core';
import type { OpenPiece } from './open-piece.js';
import { appendRanges, copyIndices } from './range-values.js';
import { type SlotRanges, slotsIn } from './slot-ranges.js';

/** The buffer to which the result is appended. It has values, or indices into `dictionary`. */
type Target = Pick<OpenPiece, 'buffer' | 'dictionary'>;

/**
 * Ranges are close together if they start fewer than this many values apart on average. Measured on V8, skipping the
 * values between ranges and decoding all values take the same time at 64 values for indices, at 128 and more for
 * DELTA_BINARY_PACKED, at 20 for BYTE_STREAM_SPLIT, and at any distance for PLAIN.
 */
const closeValues = 64;
/**
 * Values of up to this many bytes are decoded so quickly that those between two close ranges may be decoded and then
 * dropped. Byte arrays are excluded, because they may have any length.
 */
const shortBytes = 16;

/**
 * Appends the values in the given ranges to the buffer of `target`. Position 0 is the next value of `decoder`. `source`
 * is the dictionary of the page, if it uses one.
 */
export function readRanges(
  target: Target,
  source: DirectValues | undefined,
  decoder: ValueDecoder,
  ranges: SlotRanges,
  kernels: ColumnKernels,
): void {
  const { buffer, dictionary } = target;
  const { bounds, count } = ranges;
  const end = bounds[2 * count - 1] as number;
  const isClose = end < closeValues * count;
  const isShort = buffer.layout === 'bits' || (buffer.layout === 'fixed' && buffer.width <= shortBytes);
  if (isClose && source !== undefined && decoder.readIndices !== undefined) {
    keepIndices(target, source, decoder as IndexDecoder, ranges, kernels);
  } else if (isClose && isShort && dictionary === undefined) {
    keepValues(buffer, decoder.read(end), ranges, kernels);
  } else {
    readEach(target, decoder, ranges);
  }
}

function readEach({ buffer, dictionary }: Target, decoder: ValueDecoder, { bounds, count }: SlotRanges): void {
  let at = 0;
  for (let i = 0; i < 2 * count; i += 2) {
    const from = bounds[i] as number;
    const to = bounds[i + 1] as number;
    if (from > at) decoder.skip(from - at);
    if (dictionary !== undefined) appendIndices(buffer, decoder, to - from);
    else if (to > from) decoder.readInto(buffer, to - from);
    at = to;
  }
}

type IndexDecoder = ValueDecoder & Required<Pick<ValueDecoder, 'readIndices'>>;

/** Number of indices that are decoded at once, as one block. A block fits in the L1 cache. */
const blockIndices = 4096;

function keepIndices(
  target: Target,
  source: DirectValues,
  decoder: IndexDecoder,
  ranges: SlotRanges,
  kernels: ColumnKernels,
): void {
  const { buffer, dictionary } = target;
  const length = slotsIn(ranges);
  if (dictionary !== undefined && buffer.layout === 'fixed') {
    buffer.reserve(length);
    readKept(decoder, ranges, buffer.words, buffer.length);
    buffer.length += length;
    return;
  }
  const kept = new Int32Array(length);
  readKept(decoder, ranges, kept, 0);
  gatherInto(buffer, source, kept, 0, length, kernels);
}

/** Decodes indices block by block, and copies those inside the ranges to `target`, starting at index `at`. */
function readKept(decoder: IndexDecoder, { bounds, count }: SlotRanges, target: Int32Array, at: number): void {
  const end = bounds[2 * count - 1] as number;
  const block = new Int32Array(Math.min(end, blockIndices));
  let to = at;
  let i = 0;
  for (let start = 0; start < end; start += blockIndices) {
    const blockEnd = Math.min(end, start + blockIndices);
    decoder.readIndices(block, 0, blockEnd - start);
    while (i < count) {
      const rangeEnd = bounds[2 * i + 1] as number;
      const last = Math.min(rangeEnd, blockEnd);
      for (let k = Math.max(bounds[2 * i] as number, start); k < last; k++) target[to++] = block[k - start] as number;
      if (rangeEnd > blockEnd) break;
      i++;
    }
  }
}

function keepValues(buffer: ColumnBuffer, values: Values, ranges: SlotRanges, kernels: ColumnKernels): void {
  if (values.layout !== 'dictionary') {
    appendRanges(buffer, values, ranges);
    return;
  }
  const kept = new Int32Array(slotsIn(ranges));
  copyIndices(values.indices, ranges, kept, 0);
  gatherInto(buffer, values.dictionary, kept, 0, kept.length, kernels);
}

/** Appends the next `count` indices of a page to a buffer of INT32. */
export function appendIndices(buffer: ColumnBuffer, decoder: ValueDecoder, count: number): void {
  if (count === 0 || buffer.layout !== 'fixed') return;
  if (decoder.readIndices !== undefined) {
    buffer.reserve(count);
    decoder.readIndices(buffer.words, buffer.length, count);
  } else {
    const values = decoder.read(count);
    if (values.layout !== 'dictionary') {
      throw new ParquetError(
        'INVALID_ARGUMENT',
        'the decoder must return DictionaryValues, because the encoding of the page uses a dictionary',
      );
    }
    buffer.reserve(count);
    buffer.words.set(values.indices, buffer.length);
  }
  buffer.length += count;
}
