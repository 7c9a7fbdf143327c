/**
 * Assembles pieces from stretches of pages.
 *
 * A piece ends where the dictionary changes or stops being used, and before an array of it would pass
 * `limits.decodedBytes`. A builder that is bounded refuses what does not fit instead: its pieces can be joined.
 */
import { copyBits } from '@marquetry/bit-io';
import {
  type ColumnBuffer,
  type ColumnKernels,
  createColumnBuffer,
  type DirectValues,
  isParquetError,
  type LeafColumn,
  type Limits,
  limitError,
  type ParquetError,
  PhysicalType,
  runSteps,
  type Steps,
} from '@marquetry/core';
import { appendNulls, appendSlots, type Stretch } from './append-slots.js';
import { createNullBuilder } from './null-builder.js';
import { bytesOfPiece, finished, hasRoom, joinedBytes, makeRoom, type OpenPiece } from './open-piece.js';
import type { ColumnPiece } from './piece.js';

export interface PieceOptions {
  readonly column: LeafColumn;
  readonly kernels: ColumnKernels;
  readonly limits: Limits;
  /** One entry a slot instead of dense values. */
  readonly spaced: boolean;
  /** Dictionary columns as plain values instead of indices. */
  readonly decodeDictionaries: boolean;
}

export interface PieceBuilder {
  /**
   * Long work that the stretch needs before it is appended, in steps: memory is moved, or what was read is counted.
   * Undefined in most cases. Its result is as of {@link append}.
   */
  prepare(stretch: Stretch): Steps<ParquetError | undefined> | undefined;
  /**
   * Appends a stretch. A bounded builder returns a LIMIT error, and has appended nothing, if the pieces would exceed the
   * bound when joined.
   * @throws ParquetError LIMIT where there is no bound, and a stretch alone is too large for a piece.
   */
  append(stretch: Stretch): ParquetError | undefined;
  /** Bytes that the pieces take, joined. */
  readonly byteLength: number;
  /** The pieces so far, in order; the builder is empty again. `expectedSlots`: how many will come next. */
  finish(): ColumnPiece[];
}

/** Memory set aside before the bytes have shown that they fill it: what metadata says is not proof. */
const unprovenBytes = 2 ** 25;

/** Bytes of a piece that can be moved or counted at once. */
const quickBytes = 2 ** 22;

/**
 * `expectedSlots`: slots that are likely to come, to size memory by. `mostBytes`: what the pieces may take when joined;
 * default: no bound. The caller may raise `limits.decodedBytes` between two stretches.
 */
export function createPieceBuilder(options: PieceOptions, expectedSlots: number, mostBytes?: number): PieceBuilder {
  return new Pieces(options, expectedSlots, mostBytes);
}

/** A class: there is one per chunk and request, and accessors of a literal are slow to make. */
class Pieces implements PieceBuilder {
  private readonly options: PieceOptions;
  private readonly expectedSlots: number;
  private readonly mostBytes: number;
  private readonly isBounded: boolean;
  private done: ColumnPiece[] = [];
  /** Bytes of `done` when joined with what follows. */
  private doneBytes = 0;
  private open: OpenPiece | undefined = undefined;

  constructor(options: PieceOptions, expectedSlots: number, mostBytes: number | undefined) {
    this.options = options;
    this.expectedSlots = expectedSlots;
    this.mostBytes = mostBytes ?? Number.POSITIVE_INFINITY;
    this.isBounded = mostBytes !== undefined;
  }

  prepare({ source: { dictionary }, from, to, kept }: Stretch): Steps<ParquetError | undefined> | undefined {
    const { open } = this;
    if (open === undefined || bytesOfPiece(open) < quickBytes) return undefined;
    if (open.dictionary !== (this.options.decodeDictionaries ? undefined : dictionary)) return this.change();
    const slotCount = kept === undefined ? to - from : kept.slotCount;
    return hasRoom(open, slotCount) ? undefined : makeRoom(open, slotCount);
  }

  append(stretch: Stretch): ParquetError | undefined {
    const { decodeDictionaries } = this.options;
    const dictionary = decodeDictionaries ? undefined : stretch.source.dictionary;
    if (this.open !== undefined && this.open.dictionary !== dictionary) {
      const refusal = runSteps(this.change());
      if (refusal !== undefined) return refusal;
    }
    if (this.open?.dictionary !== dictionary) this.open = undefined;
    this.open ??= this.start(dictionary);
    const { buffer } = this.open;
    const { length } = buffer;
    try {
      appendSlots(this.open, stretch, this.options);
      if (this.isBounded) appendNulls(this.open, stretch, this.options.column);
    } catch (error) {
      if (!(isParquetError(error) && error.code === 'LIMIT')) throw error;
      truncate(buffer, length);
      if (this.isBounded) return error;
      // Full: what is there becomes a piece, and the stretch starts the next.
      if (length === 0) throw error;
      this.close();
      this.open = this.start(dictionary);
      appendSlots(this.open, stretch, this.options);
    }
    // Levels end no piece: a few bytes could make any number of pieces full of them.
    if (!this.isBounded) appendNulls(this.open, stretch, this.options.column);
    this.open.rowCount += stretch.rowCount;
    return undefined;
  }

  get byteLength(): number {
    const { open } = this;
    return this.doneBytes + (open === undefined ? 0 : bytesOfPiece(open));
  }

  finish(): ColumnPiece[] {
    this.close();
    const pieces = this.done;
    this.done = [];
    this.doneBytes = 0;
    return pieces;
  }

  private start(dictionary: DirectValues | undefined): OpenPiece {
    const { column, kernels, limits } = this.options;
    const type = dictionary === undefined ? column : { type: PhysicalType.INT32, width: 4 };
    // Only the first piece: each of many would take memory for all.
    const expected = this.done.length === 0 ? this.expectedSlots : 0;
    // One less: offsets are one more.
    const fitting = Math.floor(Math.min(unprovenBytes, limits.decodedBytes) / Math.max(type.width, 4)) - 1;
    const capacity = Math.max(0, Math.min(expected, fitting));
    // Where nulls leave room unused, memory that was never written takes none.
    const isFilled = this.options.spaced || column.maxDefinitionLevel === 0;
    const allocateUnfilled = isFilled ? kernels.allocateUnfilled : undefined;
    const buffer = createColumnBuffer(type, { capacity, limits, allocate: kernels.allocate, allocateUnfilled });
    const nulls = createNullBuilder(column.maxDefinitionLevel, capacity, limits, kernels.allocate);
    return { dictionary, buffer, nulls, rowCount: 0, isUnfilled: allocateUnfilled !== undefined };
  }

  private close(): void {
    const { open } = this;
    this.open = undefined;
    if (open === undefined || open.nulls.slotCount === 0) return;
    const piece = finished(open, this.options.spaced);
    // Most requests have one piece: an array that grows takes room for more.
    if (this.done.length === 0) this.done = [piece];
    else this.done.push(piece);
  }

  /** Ends the open piece; refuses if its indices, which are gathered when pieces are joined, have no room. */
  private *change(): Steps<ParquetError | undefined> {
    const { open } = this;
    if (open === undefined || open.nulls.slotCount === 0) return undefined;
    const gathered = this.doneBytes + (yield* joinedBytes(open));
    if (gathered > this.mostBytes) {
      return limitError('decodedBytes', this.options.limits, `an array of ${gathered} bytes of gathered values`);
    }
    this.doneBytes = gathered;
    this.close();
    return undefined;
  }
}

/** Takes back what was appended beyond `length` entries. */
function truncate(buffer: ColumnBuffer, length: number): void {
  if (buffer.layout === 'bits') {
    // Bits beyond the length are to be 0.
    const zeros = new Uint8Array(Math.ceil((buffer.length - length) / 8));
    copyBits(zeros, 0, buffer.data, length, buffer.length - length);
  }
  buffer.length = length;
}
