/**
 * A piece that is being assembled, and the size of its memory.
 */
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
  /** The memory of the values, or of dictionary indices as INT32. */
  readonly buffer: ColumnBuffer;
  readonly nulls: NullBuilder;
  rowCount: number;
  /** True if the memory of the buffer after the last entry may contain old data. */
  readonly isUnfilled: boolean;
}

/** Returns the bytes of the values or indices, and of the nulls. */
export function bytesOfPiece({ buffer, nulls }: OpenPiece): number {
  return usedBytes(buffer) + nulls.byteLength;
}

/** Returns the bytes of the entries of a buffer. */
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

/** Returns the bytes of a piece after its indices are replaced by the values they refer to. */
export function* joinedBytes({ dictionary, buffer, nulls }: OpenPiece): Steps<number> {
  if (dictionary === undefined || buffer.layout !== 'fixed') return usedBytes(buffer) + nulls.byteLength;
  return (yield* gatheredBytesInSteps(dictionary, buffer.words, buffer.length)) + nulls.byteLength;
}

/**
 * Returns the expected data bytes of the byte arrays in a range of slots: the average length so far plus a sixteenth.
 * Column buffers add a tenth to their estimate, which is more, so a buffer that has room for all entries does not grow.
 */
function expectedBytes(buffer: ColumnBuffer, slotCount: number): number {
  if (buffer.layout !== 'bytes' || buffer.length === 0) return 0;
  return Math.ceil(((17 / 16) * slotCount * (buffer.offsets[buffer.length] as number)) / buffer.length);
}

/** True if `count` more slots are expected to fit the allocated memory. */
export function hasRoom({ buffer, nulls }: OpenPiece, count: number): boolean {
  if (buffer.length + count > buffer.capacity || !nulls.hasRoom(count)) return false;
  if (buffer.layout !== 'bytes') return true;
  return (buffer.offsets[buffer.length] as number) + expectedBytes(buffer, count) <= buffer.data.length - slackBytes;
}

/** Grows the memory, in steps. Ignores LIMIT errors: values may be shorter than expected, and appending checks the limit. */
export function* makeRoom({ buffer, nulls }: OpenPiece, count: number): Steps<undefined> {
  try {
    yield* buffer.reserveInSteps(count, expectedBytes(buffer, count));
    yield* nulls.reserveInSteps(count);
  } catch (error) {
    if (!(isParquetError(error) && error.code === 'LIMIT')) throw error;
  }
  return undefined;
}

/** Zeroes the memory after the last entry, so that it exposes no old data. */
function clearRest(buffer: ColumnBuffer): void {
  if (buffer.layout === 'fixed') buffer.data.fill(0, buffer.length * buffer.width);
  else if (buffer.layout === 'bytes') buffer.offsets.fill(0, buffer.length + 1);
}

/** Returns the finished piece, which takes over the memory of `open`. */
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
