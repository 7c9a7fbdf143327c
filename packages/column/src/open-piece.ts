/** Measures and enlarges the open piece: the piece (consecutive values of one column) that is being assembled. */
import {
  type ColumnBuffer,
  type DictionaryValues,
  type DirectValues,
  isParquetError,
  type Steps,
  slackBytes,
} from '@marquetry/core';
import { gatheredBytesInSteps } from './gathered-bytes.js';
import type { NullBuilder } from './null-builder.js';
import type { ColumnPiece } from './piece.js';

export interface OpenPiece {
  readonly dictionary: DirectValues | undefined;
  /** The values; if there is a dictionary, the indices of its entries, as INT32. */
  readonly buffer: ColumnBuffer;
  readonly nulls: NullBuilder;
  rowCount: number;
  /** True if the memory of the buffer was not zeroed: old data may follow the last entry. */
  readonly isUnfilled: boolean;
}

/** Returns the number of bytes that the piece being assembled takes: values or indices, and nulls. */
export function bytesOfPiece({ buffer, nulls }: OpenPiece): number {
  return usedBytes(buffer) + nulls.byteLength;
}

/** Returns the number of bytes that the entries of a buffer take. */
function usedBytes(buffer: ColumnBuffer): number {
  const { length } = buffer;
  switch (buffer.layout) {
    case 'bits':
      return Math.ceil(length / 8);
    case 'fixed':
      return length * buffer.width;
    case 'bytes':
      return 4 * (length + 1) + (buffer.offsets[length] ?? 0);
  }
}

/** Returns how many bytes an unfinished piece would take if its dictionary indices were replaced with values. */
export function* joinedBytes({ dictionary, buffer, nulls }: OpenPiece): Steps<number> {
  if (dictionary === undefined || buffer.layout !== 'fixed') return usedBytes(buffer) + nulls.byteLength;
  return (yield* gatheredBytesInSteps(dictionary, buffer.words, buffer.length)) + nulls.byteLength;
}

/**
 * Returns how many data bytes `slotCount` more byte arrays are expected to have: a sixteenth more than the average so
 * far. A column buffer that grows reserves a tenth more than the average, so it rarely has to grow a second time to
 * fit this lower estimate.
 */
function expectedBytes(buffer: ColumnBuffer, slotCount: number): number {
  if (buffer.layout !== 'bytes' || buffer.length === 0) return 0;
  return Math.ceil(((17 / 16) * slotCount * (buffer.offsets[buffer.length] as number)) / buffer.length);
}

/** True if `count` more slots are expected to fit in the allocated memory. */
export function hasRoom({ buffer, nulls }: OpenPiece, count: number): boolean {
  if (buffer.length + count > buffer.capacity || !nulls.hasRoom(count)) return false;
  if (buffer.layout !== 'bytes') return true;
  return (buffer.offsets[buffer.length] as number) + expectedBytes(buffer, count) <= buffer.data.length - slackBytes;
}

/**
 * Makes room for `count` more slots, in steps of about a millisecond. Ignores LIMIT errors: the values may be shorter
 * than expected, and appending them checks the limit, too.
 */
export function* makeRoom({ buffer, nulls }: OpenPiece, count: number): Steps<undefined> {
  try {
    yield* buffer.reserveInSteps(count, expectedBytes(buffer, count));
    yield* nulls.reserveInSteps(count);
  } catch (error) {
    if (!(isParquetError(error) && error.code === 'LIMIT')) throw error;
  }
  return undefined;
}

/** Fills the part of a buffer after its last entry with zeros, so that callers cannot see old data. */
function clearRest(buffer: ColumnBuffer): void {
  if (buffer.layout === 'fixed') buffer.data.fill(0, buffer.length * buffer.width);
  else if (buffer.layout === 'bytes') {
    buffer.data.fill(0, buffer.offsets[buffer.length]);
    buffer.offsets.fill(0, buffer.length + 1);
  }
}

/** Returns the values and nulls collected in `open` as a {@link ColumnPiece}, which uses the memory of `open`. */
export function finished(open: OpenPiece, spaced: boolean): ColumnPiece {
  const { dictionary, buffer, nulls, rowCount } = open;
  if (open.isUnfilled) clearRest(buffer);
  const shape = { nulls: nulls.finish(), slotCount: nulls.slotCount, rowCount, spaced };
  if (dictionary === undefined || buffer.layout !== 'fixed') return { values: buffer.values, ...shape };
  const { length } = buffer;
  const indices = buffer.words.subarray(0, length);
  const values: DictionaryValues = { layout: 'dictionary', type: dictionary.type, length, indices, dictionary };
  return { values, ...shape };
}
