/**
 * A piece that is being assembled: its memory, and what it takes.
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
  /** Values, or the indices of a dictionary layout as INT32. */
  readonly buffer: ColumnBuffer;
  readonly nulls: NullBuilder;
  rowCount: number;
  /** True when the memory of the buffer may hold anything beyond the entries. */
  readonly isUnfilled: boolean;
}

/** Bytes of values, or indices, and of nulls. */
export function bytesOfPiece({ buffer, nulls }: OpenPiece): number {
  return usedBytes(buffer) + nulls.byteLength;
}

/** Bytes of the entries of a buffer. */
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

/** Bytes of a piece when its indices are gathered. */
export function* joinedBytes({ dictionary, buffer, nulls }: OpenPiece): Steps<number> {
  if (dictionary === undefined || buffer.layout !== 'fixed') return usedBytes(buffer) + nulls.byteLength;
  return (yield* gatheredBytesInSteps(dictionary, buffer.words, buffer.length)) + nulls.byteLength;
}

/** Bytes of byte arrays that a stretch is expected to bring: as long as those before it, or twice as long. */
function expectedBytes(buffer: ColumnBuffer, slotCount: number): number {
  if (buffer.layout !== 'bytes' || buffer.length === 0) return 0;
  return Math.ceil((2 * slotCount * (buffer.offsets[buffer.length] as number)) / buffer.length);
}

/** True when `count` more slots go to the memory that is there, if their values are as long as those before them. */
export function hasRoom({ buffer, nulls }: OpenPiece, count: number): boolean {
  if (buffer.length + count > buffer.capacity || !nulls.hasRoom(count)) return false;
  if (buffer.layout !== 'bytes') return true;
  return (buffer.offsets[buffer.length] as number) + expectedBytes(buffer, count) <= buffer.data.length - slackBytes;
}

/** Moves the memory, in steps. What has no room shows when it is appended: it may have fewer bytes than expected. */
export function* makeRoom({ buffer, nulls }: OpenPiece, count: number): Steps<undefined> {
  try {
    yield* buffer.reserveInSteps(count, expectedBytes(buffer, count));
    yield* nulls.reserveInSteps(count);
  } catch (error) {
    if (!(isParquetError(error) && error.code === 'LIMIT')) throw error;
  }
  return undefined;
}

/** Whoever looks behind the entries sees nothing of what was in memory before. */
export function clearRest(buffer: ColumnBuffer): void {
  if (buffer.layout === 'fixed') buffer.data.fill(0, buffer.length * buffer.width);
  else if (buffer.layout === 'bytes') buffer.offsets.fill(0, buffer.length + 1);
}

/** The piece. The builder's memory is its own from now on. */
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
