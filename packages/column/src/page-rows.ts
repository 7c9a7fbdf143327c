/**
 * The implementation of the row reader. It reads ranges of slots from the current page, and assembles pieces
 * (consecutive values of one column) from them.
 */

import { columnKernels } from '@marquetry/bit-io';
import { defaultLimits, type Limits, type ParquetError, PhysicalType } from '@marquetry/core';
import type { PageHeader } from '@marquetry/metadata';
import { dataPageInfo } from '@marquetry/page';
import type { Stretch } from './append-slots.js';
import type { CurrentPage } from './current-page.js';
import type { SequencedPage } from './page-sequence.js';
import type { ColumnPiece } from './piece.js';
import { createPieceBuilder, type PieceBuilder, type PieceOptions } from './piece-builder.js';
import type {
  RequestMemory,
  RowReader,
  RowReaderOptions,
  RowRequest,
  RowStep,
  SelectedPosition,
} from './row-reader.js';
import { continuedSlots, flatStretch, repeatedStretch, startsRow } from './row-stretches.js';
import type { Selection } from './selection.js';
import type { SlotWalk } from './slot-walk.js';

/**
 * Maximum number of slots that one call to `step` reads. A call then takes at most a few milliseconds, but is long
 * enough that the overhead of calling kernels is small.
 */
const stepSlots = 2 ** 17;
/** Maximum number of bytes of values that one call to `step` reads, so that long values do not make the call slow. */
const stepBytes = 2 ** 23;
/** The arrays of a request may always take this many bytes, however small the target size of the request is. */
const leastBound = 2 ** 20;

/** Bytes of levels per slot of a repeated column: one for the definition level, one for the repetition level. */
const levelBytes = 2;

/** Creates a reader that is positioned before the first row of a chunk. */
export function createRowReader(options: RowReaderOptions): RowReader {
  return new Rows(options);
}

/**
 * The reader is a class because there is one object per chunk, and creating an object literal with accessors is slow.
 */
class Rows implements RowReader {
  rows = 0;
  passed = 0;
  isCut = false;
  refusal: ParquetError | undefined = undefined;
  declare private readonly pieceOptions: PieceOptions;
  declare private readonly isRepeated: boolean;
  /** Maximum number of slots that the first call to `step` reads in a request with limited memory. */
  declare private readonly firstSlots: number;
  /**
   * The limits that apply to a request with limited memory. They are set when the request starts, and {@link raise} may
   * raise them later.
   */
  declare private readonly bounds: { -readonly [name in keyof Limits]: Limits[name] };
  declare private readonly boundedOptions: PieceOptions;
  private current: CurrentPage | undefined = undefined;
  private builder: PieceBuilder | undefined = undefined;
  /** The remaining steps of {@link PieceBuilder.prepare} for the slots that are appended next. */
  private preparing: ReturnType<PieceBuilder['prepare']> = undefined;
  private memory: RequestMemory | undefined = undefined;
  /** Finds the slots of selected rows during a request for selected rows; undefined during other requests. */
  private walk: SlotWalk | undefined = undefined;
  private lastWalk: SlotWalk | undefined = undefined;
  /** The selection for which {@link lastWalk} was created. */
  private walked: Selection | undefined = undefined;
  private wanted = 0;
  /** Average bytes per slot in the last request; 0 before the first request. */
  private slotBytes = 0;
  /** Number of slots that the request has read so far. {@link mostSlots} limits how many the next step reads. */
  private slots = 0;
  private mostSlots = stepSlots;

  constructor(options: RowReaderOptions) {
    const {
      column,
      kernels = columnKernels,
      limits = defaultLimits,
      spaced = false,
      decodeDictionaries: flat = false,
    } = options;
    this.pieceOptions = { column, kernels, limits, spaced, decodeDictionaries: flat };
    this.bounds = { ...limits };
    this.boundedOptions = { ...this.pieceOptions, limits: this.bounds };
    this.isRepeated = column.maxRepetitionLevel > 0;
    this.firstSlots =
      column.type === PhysicalType.BYTE_ARRAY ? stepSlots >> 5 : Math.ceil(stepBytes / Math.max(column.width, 1));
  }

  get byteLength(): number {
    return this.builder?.byteLength ?? 0;
  }

  get leastByteLength(): number {
    const { byteLength, current, isRepeated } = this;
    if (current === undefined || !isRepeated || this.builder === undefined || this.walk !== undefined)
      return byteLength;
    return byteLength + levelBytes * continuedSlots(current.page, current.slot);
  }

  get slot(): number | undefined {
    return this.current?.slot;
  }

  begin(count: number, { skip = false, expectedSlots, memory, within }: RowRequest = {}): void {
    this.wanted = count;
    this.rows = 0;
    this.passed = 0;
    this.walk = within && this.walkIn(within, count === Number.POSITIVE_INFINITY);
    this.slots = 0;
    this.isCut = false;
    this.mostSlots = stepSlots;
    this.memory = memory;
    this.preparing = undefined;
    if (memory !== undefined) this.bound(memory);
    const options = memory === undefined ? this.pieceOptions : this.boundedOptions;
    const size = { firstSlots: this.slotsAtOnce(expectedSlots, memory), expectedSlots, mostBytes: memory?.mostBytes };
    this.builder = skip ? undefined : createPieceBuilder(options, size);
  }

  /**
   * Returns the number of slots for which memory is allocated at the start. A request that will end early because of
   * its memory limit does not need memory for all of its slots.
   */
  private slotsAtOnce(expectedSlots = 0, memory?: RequestMemory): number {
    const leastSlotBytes = this.pieceOptions.column.type === PhysicalType.BOOLEAN ? 1 / 8 : 4;
    return Math.min(expectedSlots, Math.ceil((memory?.targetBytes ?? Number.POSITIVE_INFINITY) / leastSlotBytes));
  }

  private walkIn({ selection, row }: SelectedPosition, isOpenEnded: boolean): SlotWalk {
    const { isRepeated, lastWalk, walked } = this;
    const walk = walked === selection && lastWalk !== undefined ? lastWalk : selection.walk(isRepeated);
    this.walked = selection;
    this.lastWalk = walk;
    walk.start(row, isOpenEnded);
    return walk;
  }

  /**
   * Sets a bound on the arrays of a request. Without it, a range of unexpectedly long values could far exceed the
   * target size and exhaust memory. A range of slots that exceeds the bound is not appended, and the next step
   * tries half as many slots. If a single slot, or the rest of an unfinished row, needs more, {@link raise} raises the
   * bound.
   */
  private bound({ targetBytes, mostBytes }: RequestMemory): void {
    const { bounds, slotBytes } = this;
    const most = Math.min(this.pieceOptions.limits.decodedBytes, mostBytes);
    bounds.decodedBytes = Math.min(most, Math.max(leastBound, 2 * targetBytes));
    const likely = slotBytes === 0 ? stepSlots : Math.max(1, Math.ceil(targetBytes / slotBytes));
    this.mostSlots = Math.min(stepSlots, this.firstSlots, likely);
  }

  /** Raises the size limit of each array to the maximum size of the request. Returns false if it was already raised. */
  private raise(): boolean {
    const { bounds, memory, pieceOptions } = this;
    const most = Math.min(pieceOptions.limits.decodedBytes, memory?.mostBytes ?? 0);
    if (bounds.decodedBytes >= most) return false;
    bounds.decodedBytes = most;
    return true;
  }

  step(): RowStep {
    const { current, isRepeated, memory, wanted, walk } = this;
    if (current === undefined) return !isRepeated && this.rows >= wanted ? 'served' : 'page';
    if (walk !== undefined) return this.stepSelected(current, walk);
    const { page, slot } = current;
    const most = this.builder === undefined ? page.slotCount : this.mostSlots;
    const { end, started } = isRepeated
      ? repeatedStretch(page, slot, wanted - this.rows, most)
      : flatStretch(page, slot, wanted - this.rows, most);
    if (end > slot) {
      const found = this.take({ source: current, from: slot, to: end, kept: undefined, rowCount: started }, end - slot);
      if (found !== undefined) return found;
      current.slot = end;
      if (memory !== undefined && this.builder !== undefined) this.measure(memory, this.builder.byteLength);
    }
    return this.stepped(current, isRepeated && startsRowAt(current));
  }

  /** Performs one step of a request for selected rows. */
  private stepSelected(current: CurrentPage, walk: SlotWalk): RowStep {
    walk.walk(current.page, current.slot, this.wanted - this.rows, this.mostSlots);
    const { slotCount } = walk;
    if (slotCount > 0) {
      const { from, to, kept, rows: rowCount } = walk;
      const found = this.take({ source: current, from, to, kept, rowCount }, slotCount);
      if (found !== undefined) return found;
    }
    walk.commit();
    current.slot = walk.end;
    this.passed += walk.passed;
    if (this.memory !== undefined && this.builder !== undefined) this.measure(this.memory, this.builder.byteLength);
    return this.stepped(current, walk.isInGap || startsRowAt(current));
  }

  /**
   * Returns the result of `step`. `isBetween` is true if the next slot of the page does not continue the last row read.
   */
  private stepped(current: CurrentPage, isBetween: boolean): RowStep {
    const isExhausted = current.slot === current.page.slotCount;
    const hasRows = this.rows >= this.wanted;
    // In a repeated column, a row is known to be complete only when the next row starts.
    const isServed = hasRows && (!this.isRepeated || (!isExhausted && isBetween));
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
    if ((this.builder !== undefined && this.walk === undefined) || this.current !== undefined) return false;
    // Only pages that are known to contain whole rows can be skipped. In a repeated column, these are v2 pages. In
    // other columns, all pages are, because every slot is a row.
    const slotCount = dataPageInfo(header)?.slotCount;
    const count = this.isRepeated ? dataPageInfo(header)?.rowCount : slotCount;
    if (count === undefined || slotCount === undefined || count > slotCount) return false;
    return this.passRows(count);
  }

  endRow(): boolean {
    return this.rows >= this.wanted;
  }

  passRows(count: number): boolean {
    const { walk } = this;
    if (walk === undefined) {
      if (this.rows + count > this.wanted) return false;
      this.rows += count;
      return true;
    }
    if (this.rows >= this.wanted || !walk.pass(count)) return false;
    this.passed += count;
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

  /**
   * Appends a range of `slotCount` slots. Returns undefined if it was appended. Otherwise, returns the result that
   * `step` must return.
   */
  private take(stretch: Stretch, slotCount: number): RowStep | undefined {
    const { builder } = this;
    if (builder !== undefined) {
      const work = this.preparing ?? builder.prepare(stretch);
      this.refusal = undefined;
      if (work !== undefined) {
        const { done, value } = work.next();
        this.preparing = done === true ? undefined : work;
        if (done !== true) return 'more';
        this.refusal = value;
      }
      this.refusal ??= builder.append(stretch);
      if (this.refusal !== undefined) return this.refused(startsRow(stretch.source.page, stretch.from), slotCount);
    }
    this.rows += stretch.rowCount;
    this.slots += slotCount;
    return undefined;
  }

  private cut(): void {
    if (this.rows >= this.wanted) return;
    this.wanted = this.rows;
    this.isCut = true;
  }

  /**
   * If the request has reached its target size, makes it end at the next row. Otherwise, computes from the bytes per
   * slot so far how many slots the next call to `step` reads.
   */
  private measure({ targetBytes }: RequestMemory, byteLength: number): void {
    const left = targetBytes - byteLength;
    if (left <= 0) this.cut();
    const slotBytes = Math.max(byteLength, 1) / Math.max(this.slots, 1);
    this.slotBytes = slotBytes;
    // If a row is unfinished when the target is reached, reading continues to the end of the row.
    const fitting = Math.ceil((left > 0 ? Math.min(stepBytes, left) : stepBytes) / slotBytes);
    this.mostSlots = Math.min(2 * this.mostSlots, stepSlots, fitting);
  }

  /**
   * Decides how to continue after a range of slots did not fit in the memory of the request. `isRowStart` is true if
   * the first slot of the range starts a row.
   */
  private refused(isRowStart: boolean, slotCount: number): RowStep {
    // Once a row has been started, its remaining slots are read even if they exceed the target size.
    if (!isRowStart && this.raise()) return 'more';
    if (slotCount > 1) {
      this.mostSlots = slotCount >> 1;
      return 'more';
    }
    if (this.rows > 0 && isRowStart) {
      this.cut();
      return 'served';
    }
    return this.raise() ? 'more' : 'full';
  }
}

function startsRowAt({ page, slot }: CurrentPage): boolean {
  return slot < page.slotCount && startsRow(page, slot);
}
