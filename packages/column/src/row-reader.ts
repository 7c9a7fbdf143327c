/**
 * Rows of a column, in whatever portions they are asked for, from pages as they are supplied.
 *
 * Synchronous: the caller fetches pages, this says when it needs one. A v1 page may start inside a row, so the end of
 * a repeated row shows only when the next one starts, or the chunk ends.
 */

import { javascriptKernels } from '@marquetry/bit-io';
import {
  defaultLimits,
  type Kernels,
  type LeafColumn,
  type Limits,
  type ParquetError,
  PhysicalType,
  type ValueDecoder,
} from '@marquetry/core';
import type { PageHeader } from '@marquetry/metadata';
import { dataHeaderOf, headerV2Of } from '@marquetry/page';
import { type CurrentPage, decoderAt } from './current-page.js';
import type { SequencedPage } from './page-sequence.js';
import type { ColumnPiece } from './piece.js';
import { createPieceBuilder, type PieceBuilder, type PieceOptions } from './piece-builder.js';
import { flatStretch, repeatedStretch, startsRow } from './row-stretches.js';

/** A column, and in what form its rows are wanted. */
export interface RowReaderOptions {
  readonly column: LeafColumn;
  readonly kernels?: Kernels;
  readonly limits?: Limits;
  /** One entry a slot instead of dense values; default false. */
  readonly spaced?: boolean;
  /** Dictionary columns as plain values instead of indices; default false. */
  readonly flat?: boolean;
}

/** Memory that one request may fill. Its pieces can be joined within it. */
export interface RequestMemory {
  /** Bytes after which the request ends at the next row: it then has fewer rows than were asked for. */
  readonly targetBytes: number;
  /** Bytes that are never exceeded. */
  readonly mostBytes: number;
}

/** A request for rows. */
export interface RowRequest {
  /** Skips the rows instead of reading them; default false. */
  readonly skip?: boolean;
  /** Slots that are likely to come, to size memory by. */
  readonly expectedSlots?: number;
  /** Default: none, so that the request reads all of its rows. */
  readonly memory?: RequestMemory | undefined;
}

/**
 * What a step of a request found:
 * - `more`: it read some slots; take another step.
 * - `page`: it needs the next page.
 * - `served`: the request has its rows, or as many as its memory allows.
 * - `full`: the next slot does not fit the memory of the request, and no row is complete.
 */
export type RowStep = 'more' | 'page' | 'served' | 'full';

/** Reads requests for rows, one after the other, from pages that the caller supplies. */
export interface RowReader {
  /** Starts a request: the next `rows` rows, or all that come. */
  begin(rows: number, request?: RowRequest): void;
  /** Reads up to 2^17 slots of the current page, so that the caller can let the event loop turn between steps. */
  step(): RowStep;
  /** Takes what the current page has. True when the request is served; false when the next page is needed. */
  fill(): boolean;
  /** Gives the next page, after `page` or false. `fromSlot`: slots of it that were read before; default 0. */
  supply(page: SequencedPage, fromSlot?: number): void;
  /**
   * True when the page of this header lies wholly within the rows that are being passed over: it need not be supplied,
   * and is counted as passed.
   */
  passes(header: PageHeader): boolean;
  /** Rows that the request has met so far. */
  readonly rows: number;
  /** Bytes that the pieces of the request take, joined. */
  readonly byteLength: number;
  /** True when the memory of the request allows no more rows than it has. */
  readonly isCut: boolean;
  /** Why the next slot does not fit, after `full`. */
  readonly refusal: ParquetError | undefined;
  /** The slot of the current page that is read next; undefined when the next page is needed. */
  readonly slot: number | undefined;
  /** Forgets the current page and what the request has read. */
  reset(): void;
  /** The pieces of the request; none when nothing was read. */
  finish(): ColumnPiece[];
}

/** Slots of a step: some milliseconds of work at most, and enough to keep kernels busy. */
const stepSlots = 2 ** 17;
/** Bytes of values of a step, where entries are long. */
const stepBytes = 2 ** 23;

/** A reader that stands before the first row of a chunk. */
export function createRowReader(options: RowReaderOptions): RowReader {
  return new Rows(options);
}

/** A class: there is one per chunk, and accessors of a literal are slow to make. */
class Rows implements RowReader {
  rows = 0;
  isCut = false;
  refusal: ParquetError | undefined = undefined;
  private readonly pieceOptions: PieceOptions;
  private readonly isRepeated: boolean;
  /** What a slot takes shows with the first ones, where it is not the width of the type. */
  private readonly firstSlots: number;
  private boundedOptions: PieceOptions;
  private current: CurrentPage | undefined = undefined;
  private builder: PieceBuilder | undefined = undefined;
  /** Long work that the next stretch needs before it is appended, while it is going on. */
  private preparing: ReturnType<PieceBuilder['prepare']> = undefined;
  private memory: RequestMemory | undefined = undefined;
  private wanted = 0;
  /** Slots that the request has read, and those that its next step may read. */
  private slots = 0;
  private mostSlots = stepSlots;

  constructor(options: RowReaderOptions) {
    const { column, kernels = javascriptKernels, limits = defaultLimits, spaced = false, flat = false } = options;
    this.pieceOptions = { column, kernels, limits, spaced, flat };
    this.boundedOptions = this.pieceOptions;
    this.isRepeated = column.maxRepetitionLevel > 0;
    this.firstSlots =
      column.type === PhysicalType.BYTE_ARRAY ? stepSlots >> 5 : Math.ceil(stepBytes / Math.max(column.width, 1));
  }

  get byteLength(): number {
    return this.builder?.byteLength ?? 0;
  }

  get slot(): number | undefined {
    return this.current?.slot;
  }

  begin(count: number, { skip = false, expectedSlots = 0, memory }: RowRequest = {}): void {
    this.wanted = count;
    this.rows = 0;
    this.slots = 0;
    this.isCut = false;
    this.mostSlots = memory === undefined ? stepSlots : Math.min(stepSlots, this.firstSlots);
    this.memory = memory;
    this.preparing = undefined;
    this.builder = skip
      ? undefined
      : createPieceBuilder(this.optionsWithin(memory), expectedSlots, memory !== undefined);
  }

  step(): RowStep {
    const { current, isRepeated, memory, wanted } = this;
    if (current === undefined) return !isRepeated && this.rows >= wanted ? 'served' : 'page';
    const { page, slot } = current;
    const most = this.builder === undefined ? page.slotCount : this.mostSlots;
    const { end, started } = isRepeated
      ? repeatedStretch(page, slot, wanted - this.rows, most)
      : flatStretch(page, slot, wanted - this.rows, most);
    if (end > slot) {
      const found = this.take(current, end, started);
      if (found !== undefined) return found;
      if (memory !== undefined && this.builder !== undefined) this.measure(memory, this.builder.byteLength);
    }
    const isExhausted = current.slot === page.slotCount;
    const hasRows = this.rows >= this.wanted;
    // The end of a repeated row shows only when the next one starts.
    const isServed = isRepeated ? !isExhausted && hasRows && startsRow(page, current.slot) : hasRows;
    if (isExhausted) this.current = undefined;
    return isServed ? 'served' : isExhausted ? 'page' : 'more';
  }

  fill(): boolean {
    for (;;) {
      const found = this.step();
      if (found !== 'more') return found === 'served';
    }
  }

  supply({ page, dictionary }: SequencedPage, fromSlot = 0): void {
    this.current = { page, dictionary, slot: fromSlot, decoder: undefined, decoderSlot: 0 };
  }

  passes(header: PageHeader): boolean {
    if (this.builder !== undefined || this.current !== undefined) return false;
    // Of repeated columns only v2 pages are sure to start with a row; in others every slot is one.
    const slotCount = dataHeaderOf(header)?.numValues;
    const count = this.isRepeated ? headerV2Of(header)?.numRows : slotCount;
    if (count === undefined || slotCount === undefined || count > slotCount || this.rows + count > this.wanted) {
      return false;
    }
    this.rows += count;
    return true;
  }

  reset(): void {
    this.current = undefined;
    this.builder = undefined;
    this.preparing = undefined;
  }

  finish(): ColumnPiece[] {
    const pieces = this.builder?.finish() ?? [];
    this.builder = undefined;
    return pieces;
  }

  /** The options of pieces within the memory of a request; those of the last request where that had as much. */
  private optionsWithin(memory: RequestMemory | undefined): PieceOptions {
    const { pieceOptions } = this;
    if (memory === undefined) return pieceOptions;
    const { limits } = pieceOptions;
    const decodedBytes = Math.min(limits.decodedBytes, memory.mostBytes);
    if (this.boundedOptions.limits.decodedBytes !== decodedBytes) {
      this.boundedOptions = { ...pieceOptions, limits: { ...limits, decodedBytes } };
    }
    return this.boundedOptions;
  }

  /** Appends a stretch. Undefined when that is done; else what the step found. */
  private take(source: CurrentPage, to: number, rowCount: number): RowStep | undefined {
    const { page, dictionary, slot: from } = source;
    const { builder } = this;
    if (builder !== undefined) {
      const { column } = this.pieceOptions;
      const values = (): ValueDecoder => decoderAt(source, from, to, column);
      const stretch = { page, dictionary, from, to, rowCount, values };
      const work = this.preparing ?? builder.prepare(stretch);
      this.refusal = undefined;
      if (work !== undefined) {
        const { done, value } = work.next();
        this.preparing = done === true ? undefined : work;
        if (done !== true) return 'more';
        this.refusal = value;
      }
      this.refusal ??= builder.append(stretch);
      if (this.refusal !== undefined) return this.refused(source, to - from);
    }
    source.slot = to;
    this.rows += rowCount;
    this.slots += to - from;
    return undefined;
  }

  private cut(): void {
    if (this.rows >= this.wanted) return;
    this.wanted = this.rows;
    this.isCut = true;
  }

  /** Ends the request at the next row if its memory is used, and sizes the next step by what slots took so far. */
  private measure({ targetBytes }: RequestMemory, byteLength: number): void {
    const left = targetBytes - byteLength;
    if (left <= 0) this.cut();
    const slotBytes = Math.max(byteLength, 1) / Math.max(this.slots, 1);
    // A row that goes on beyond the target is read to its end.
    const fitting = Math.ceil((left > 0 ? Math.min(stepBytes, left) : stepBytes) / slotBytes);
    this.mostSlots = Math.min(2 * this.mostSlots, stepSlots, fitting);
  }

  private refused({ page, slot }: CurrentPage, slotCount: number): RowStep {
    if (slotCount > 1) {
      this.mostSlots = slotCount >> 1;
      return 'more';
    }
    if (this.rows === 0 || !startsRow(page, slot)) return 'full';
    this.cut();
    return 'served';
  }
}
