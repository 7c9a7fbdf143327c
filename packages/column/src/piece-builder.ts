/**
 * Assembles pieces (consecutive values of one column, in one layout) from ranges of slots of pages.
 *
 * A piece ends where the dictionary changes or is no longer used, and before one of its arrays would exceed
 * `limits.decodedBytes`:
 *
 *   pages    dict A | dict A | PLAIN | PLAIN | dict A
 *   pieces   [-- indices ---] [--- values ---] [indices]
 *
 * If the builder has a maximum size (`PieceSize.mostBytes`), it never starts a new piece because of size. Instead, it
 * rejects slots that do not fit, so that its pieces can always be joined.
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
  /** True to append one entry per slot, so that nulls have entries, too; false to append only values. */
  readonly spaced: boolean;
  /** True to return dictionary-encoded columns as plain values instead of indices. */
  readonly decodeDictionaries: boolean;
}

export interface PieceBuilder {
  /**
   * Returns the steps of the slow work that must precede {@link append}: enlarging the memory, or counting the bytes of
   * the unfinished piece. Returns undefined if no slow work is needed, which is the usual case. The last step returns
   * the same as {@link append}.
   */
  prepare(stretch: Stretch): Steps<ParquetError | undefined> | undefined;
  /**
   * Appends slots of a page. If the builder has a maximum size that the joined pieces would exceed, returns a LIMIT
   * error and appends nothing.
   * @throws ParquetError LIMIT if the builder has no maximum size, and these slots alone exceed `limits.decodedBytes`.
   */
  append(stretch: Stretch): ParquetError | undefined;
  /** Number of bytes that the slots appended so far would take if their pieces were joined into one. */
  readonly byteLength: number;
  /** Returns the pieces built so far, in order, and empties the builder. */
  finish(): ColumnPiece[];
}

/**
 * Maximum number of bytes to allocate before any value has been decoded: until then, the number of values is known only
 * from metadata, which may be wrong.
 */
const unprovenBytes = 2 ** 25;

/** Pieces (consecutive values of one column) below this many bytes are moved or counted without yielding. */
const quickBytes = 2 ** 22;

/** The memory that the pieces are expected to need, and the maximum that they may take. */
export interface PieceSize {
  /** Number of slots for which memory is allocated at the start. */
  readonly firstSlots: number;
  /**
   * The likely total number of slots. Memory grows by doubling, but exceeds the size for this number of slots only if
   * more slots are appended. Default: unknown.
   */
  readonly expectedSlots?: number | undefined;
  /** Maximum number of bytes that the pieces may take when they are joined. Default: unlimited. */
  readonly mostBytes?: number | undefined;
}

/** Creates a builder. The caller may raise `limits.decodedBytes` between two calls to `append`. */
export function createPieceBuilder(options: PieceOptions, size: PieceSize): PieceBuilder {
  return new Pieces(options, size);
}

/**
 * The builder is a class because there is one object per chunk and request, and creating an object literal with
 * accessors is slow.
 */
class Pieces implements PieceBuilder {
  declare private readonly options: PieceOptions;
  declare private readonly size: PieceSize;
  declare private readonly mostBytes: number;
  declare private readonly isBounded: boolean;
  private done: ColumnPiece[] = [];
  /** Number of bytes that the finished pieces take when they are joined with the piece being assembled. */
  private doneBytes = 0;
  private open: OpenPiece | undefined = undefined;

  constructor(options: PieceOptions, size: PieceSize) {
    this.options = options;
    this.size = size;
    this.mostBytes = size.mostBytes ?? Number.POSITIVE_INFINITY;
    this.isBounded = size.mostBytes !== undefined;
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
    this.open ??= this.start(dictionary, stretch);
    const { buffer } = this.open;
    const { length } = buffer;
    try {
      appendSlots(this.open, stretch, this.options);
      if (this.isBounded) appendNulls(this.open, stretch, this.options.column);
    } catch (error) {
      if (!(isParquetError(error) && error.code === 'LIMIT')) throw error;
      truncate(buffer, length);
      if (this.isBounded) return error;
      // The open piece is full: it ends here, and these slots start the next piece.
      if (length === 0) throw error;
      this.close();
      this.open = this.start(dictionary, stretch);
      appendSlots(this.open, stretch, this.options);
    }
    // The size of levels never ends a piece. If it did, a few bytes in a file could produce any number of pieces that
    // contain only levels.
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

  private start(dictionary: DirectValues | undefined, { source }: Stretch): OpenPiece {
    const { column, kernels, limits } = this.options;
    const { firstSlots, expectedSlots } = this.size;
    const type = dictionary === undefined ? column : { type: PhysicalType.INT32, width: 4 };
    // Only the first piece allocates memory for all slots. Otherwise, each of many small pieces would allocate that
    // much.
    const wanted = this.done.length === 0 ? firstSlots : 0;
    // One entry is subtracted, because byte arrays have one more offset than entries.
    const fitting = Math.floor(Math.min(unprovenBytes, limits.decodedBytes) / Math.max(type.width, 4)) - 1;
    const capacity = Math.max(0, Math.min(wanted, fitting));
    // Zeroed memory is better if nulls leave part of it unused, because the operating system provides only the parts
    // that are written. If the first page has nulls, later pages usually do, too.
    const isFilled = this.options.spaced || source.page.valueCount === source.page.slotCount;
    const allocateUnfilled = isFilled ? kernels.allocateUnfilled : undefined;
    const { allocate, release } = kernels;
    const expectedEntries = expectedSlots;
    const buffer = createColumnBuffer(type, { capacity, expectedEntries, limits, allocate, allocateUnfilled, release });
    const nulls = createNullBuilder(column.maxDefinitionLevel, capacity, limits, kernels, expectedSlots);
    return { dictionary, buffer, nulls, rowCount: 0, isUnfilled: allocateUnfilled !== undefined };
  }

  private close(): void {
    const { open } = this;
    this.open = undefined;
    if (open === undefined || open.nulls.slotCount === 0) return;
    const piece = finished(open, this.options.spaced);
    // Most requests have one piece, but `push` on an empty array would allocate room for several.
    if (this.done.length === 0) this.done = [piece];
    else this.done.push(piece);
  }

  /**
   * Ends the piece being assembled. Returns a LIMIT error if the maximum size would be exceeded when its indices are
   * replaced with values, as they must be when pieces with different dictionaries are joined.
   */
  private *change(): Steps<ParquetError | undefined> {
    const { open } = this;
    if (open === undefined || open.nulls.slotCount === 0) return undefined;
    const gathered = this.doneBytes + (yield* joinedBytes(open));
    if (gathered > this.mostBytes) {
      return limitError('decodedBytes', this.options.limits, `a ${gathered}-byte array of dictionary values`);
    }
    this.doneBytes = gathered;
    this.close();
    return undefined;
  }
}

/** Removes all entries of a buffer except the first `length`. */
function truncate(buffer: ColumnBuffer, length: number): void {
  if (buffer.layout === 'bits') {
    // The bits after the last entry must be 0.
    const zeros = new Uint8Array(Math.ceil((buffer.length - length) / 8));
    copyBits(zeros, 0, buffer.data, length, buffer.length - length);
  }
  buffer.length = length;
}
