/**
 * Rows of a column, in whatever portions they are asked for, from pages as they are supplied.
 *
 * Synchronous: the caller fetches pages, this says when it needs one. A v1 page may start inside a row, so the end of
 * a repeated row shows only when the next one starts, or the chunk ends.
 */

import { javascriptKernels } from '@marquetry/bit-io';
import {
  defaultLimits,
  type FlatValues,
  type Kernels,
  type LeafColumn,
  type Limits,
  type ParquetError,
  PhysicalType,
  type ValueDecoder,
} from '@marquetry/core';
import { countEqual } from '@marquetry/levels';
import type { PageHeader } from '@marquetry/metadata';
import { type DataPage, dataHeaderOf, headerV2Of } from '@marquetry/page';
import { countValid } from './null-builder.js';
import type { SequencedPage } from './page-sequence.js';
import type { ColumnPiece } from './piece.js';
import { createPieceBuilder, type PieceBuilder } from './piece-builder.js';

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

/** A page that is being read. `slot` is the next one. */
interface CurrentPage {
  readonly page: DataPage;
  readonly dictionary: FlatValues | undefined;
  slot: number;
  /** Absent until values are asked for. */
  decoder: ValueDecoder | undefined;
  /** The slot whose value the decoder gives next. */
  decoderSlot: number;
}

/** Slots of a step: some milliseconds of work at most, and enough to keep kernels busy. */
const stepSlots = 2 ** 17;
/** Bytes of values of a step, where entries are long. */
const stepBytes = 2 ** 23;

/** A reader that stands before the first row of a chunk. */
export function createRowReader(options: RowReaderOptions): RowReader {
  const { column } = options;
  const pieceOptions = {
    column,
    kernels: options.kernels ?? javascriptKernels,
    limits: options.limits ?? defaultLimits,
    spaced: options.spaced ?? false,
    flat: options.flat ?? false,
  };
  const repeated = column.maxRepetitionLevel > 0;
  let boundedOptions = pieceOptions;
  /** The options of pieces within the memory of a request; those of the last request where that had as much. */
  const optionsWithin = (given: RequestMemory | undefined): typeof pieceOptions => {
    if (given === undefined) return pieceOptions;
    const { limits } = pieceOptions;
    const decodedBytes = Math.min(limits.decodedBytes, given.mostBytes);
    if (boundedOptions.limits.decodedBytes !== decodedBytes) {
      boundedOptions = { ...pieceOptions, limits: { ...limits, decodedBytes } };
    }
    return boundedOptions;
  };
  let current: CurrentPage | undefined;
  let builder: PieceBuilder | undefined;
  let memory: RequestMemory | undefined;
  let wanted = 0;
  let rows = 0;
  /** Slots that the request has read, and those that its next step may read. */
  let slots = 0;
  let mostSlots = stepSlots;
  // What a slot takes shows with the first ones, where it is not the width of the type.
  const firstSlots =
    column.type === PhysicalType.BYTE_ARRAY ? stepSlots >> 5 : Math.ceil(stepBytes / Math.max(column.width, 1));

  let isCut = false;
  let refusal: ParquetError | undefined;

  /** Appends a stretch; false when it does not fit. */
  const take = (source: CurrentPage, to: number, rowCount: number): boolean => {
    const { page, dictionary, slot: from } = source;
    const values = (): ValueDecoder => decoderAt(source, from, to, column);
    refusal = builder?.append({ page, dictionary, from, to, rowCount, values });
    if (refusal !== undefined) return false;
    source.slot = to;
    rows += rowCount;
    slots += to - from;
    return true;
  };

  const cut = (): void => {
    if (rows >= wanted) return;
    wanted = rows;
    isCut = true;
  };

  /** Ends the request at the next row if its memory is used, and sizes the next step by what slots took so far. */
  const measure = ({ targetBytes }: RequestMemory, byteLength: number): void => {
    const left = targetBytes - byteLength;
    if (left <= 0) cut();
    const slotBytes = Math.max(byteLength, 1) / Math.max(slots, 1);
    // A row that goes on beyond the target is read to its end.
    const fitting = Math.ceil((left > 0 ? Math.min(stepBytes, left) : stepBytes) / slotBytes);
    mostSlots = Math.min(2 * mostSlots, stepSlots, fitting);
  };

  const refused = ({ page, slot }: CurrentPage, slotCount: number): RowStep => {
    if (slotCount > 1) {
      mostSlots = slotCount >> 1;
      return 'more';
    }
    if (rows === 0 || !startsRow(page, slot)) return 'full';
    cut();
    return 'served';
  };

  const step = (): RowStep => {
    if (current === undefined) return !repeated && rows >= wanted ? 'served' : 'page';
    const { page, slot } = current;
    const most = builder === undefined ? page.slotCount : mostSlots;
    const { end, started } = repeated
      ? repeatedStretch(page, slot, wanted - rows, most)
      : flatStretch(page, slot, wanted - rows, most);
    if (end > slot) {
      if (!take(current, end, started)) return refused(current, end - slot);
      if (memory !== undefined && builder !== undefined) measure(memory, builder.byteLength);
    }
    const exhausted = current.slot === page.slotCount;
    // The end of a repeated row shows only when the next one starts.
    const served = repeated ? !exhausted && rows >= wanted && startsRow(page, current.slot) : rows >= wanted;
    if (exhausted) current = undefined;
    return served ? 'served' : exhausted ? 'page' : 'more';
  };

  return {
    get rows(): number {
      return rows;
    },
    get byteLength(): number {
      return builder?.byteLength ?? 0;
    },
    get isCut(): boolean {
      return isCut;
    },
    get refusal(): ParquetError | undefined {
      return refusal;
    },
    get slot(): number | undefined {
      return current?.slot;
    },
    begin: (count, { skip = false, expectedSlots = 0, memory: given } = {}) => {
      wanted = count;
      rows = 0;
      slots = 0;
      isCut = false;
      mostSlots = given === undefined ? stepSlots : Math.min(stepSlots, firstSlots);
      memory = given;
      builder = skip ? undefined : createPieceBuilder(optionsWithin(given), expectedSlots, given !== undefined);
    },
    step,
    fill: () => {
      for (;;) {
        const found = step();
        if (found !== 'more') return found === 'served';
      }
    },
    supply: ({ page, dictionary }, fromSlot = 0) => {
      current = { page, dictionary, slot: fromSlot, decoder: undefined, decoderSlot: 0 };
    },
    passes: (header) => {
      if (builder !== undefined || current !== undefined) return false;
      // Of repeated columns only v2 pages are sure to start with a row; in others every slot is one.
      const slotCount = dataHeaderOf(header)?.numValues;
      const count = repeated ? headerV2Of(header)?.numRows : slotCount;
      if (count === undefined || slotCount === undefined || count > slotCount || rows + count > wanted) return false;
      rows += count;
      return true;
    },
    reset: () => {
      current = undefined;
      builder = undefined;
    },
    finish: () => {
      const pieces = builder?.finish() ?? [];
      builder = undefined;
      return pieces;
    },
  };
}

/** Slots of a page, and the rows that start in them. */
interface RowStretch {
  readonly end: number;
  readonly started: number;
}

function flatStretch(page: DataPage, from: number, rows: number, mostSlots: number): RowStretch {
  const started = Math.min(rows, mostSlots, page.slotCount - from);
  return { end: from + started, started };
}

/** True when a row starts at the slot. */
function startsRow({ nulls }: DataPage, slot: number): boolean {
  return nulls.kind !== 'levels' || nulls.repetition === undefined || nulls.repetition[slot] === 0;
}

/** Slots that are counted at a time. */
const stretchBlock = 1024;

/** The slots from `from` on that belong to the row that is open and to at most `rows` further rows, `mostSlots` at most. */
function repeatedStretch(page: DataPage, from: number, rows: number, mostSlots: number): RowStretch {
  const { nulls } = page;
  const repetition = nulls.kind === 'levels' ? nulls.repetition : undefined;
  if (repetition === undefined) return flatStretch(page, from, rows, mostSlots);
  const slotCount = Math.min(page.slotCount, from + mostSlots);
  let started = 0;
  let end = from;
  // Blocks whose rows all belong to it are only counted.
  while (end < slotCount) {
    const next = Math.min(slotCount, end + stretchBlock);
    const starting = countEqual(repetition, 0, end, next);
    if (started + starting > rows) break;
    started += starting;
    end = next;
  }
  for (; end < slotCount; end++) {
    if (repetition[end] !== 0) continue;
    if (started === rows) break;
    started++;
  }
  return { end, started };
}

/** The decoder of a page, standing at the value of slot `from`; what follows reads up to slot `to`. */
function decoderAt(source: CurrentPage, from: number, to: number, column: LeafColumn): ValueDecoder {
  // Asked for the same stretch again, the decoder may be spent: start anew.
  if (source.decoder === undefined || source.decoderSlot > from) {
    source.decoder = source.page.values();
    source.decoderSlot = 0;
  }
  const { decoder, decoderSlot } = source;
  if (decoderSlot < from) decoder.skip(countValid(source.page.nulls, decoderSlot, from, column.maxDefinitionLevel));
  source.decoderSlot = to;
  return decoder;
}
