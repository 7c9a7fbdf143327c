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
  /**
   * Whether values that would pass `limits.decodedBytes` are LIMIT at once, instead of the start of another piece, for
   * who would join the pieces of a request; default false.
   */
  readonly whole?: boolean;
}

/** Reads requests for rows, one after the other, from pages that the caller supplies. */
export interface RowReader {
  /**
   * Starts a request: the next `rows` rows, or all that come. `skip`: passes over them instead.
   * `expectedSlots`: slots that are likely to come, to size memory by.
   */
  begin(rows: number, options?: { readonly skip?: boolean; readonly expectedSlots?: number }): void;
  /** Takes what the current page has. True when the request is served; false when the next page is needed. */
  fill(): boolean;
  /** Gives the next page, after `fill` said false. */
  supply(page: SequencedPage): void;
  /**
   * True when the page of this header lies wholly within the rows that are being passed over: it need not be supplied,
   * and is counted as passed.
   */
  passes(header: PageHeader): boolean;
  /** Rows that the request has met so far. */
  readonly rows: number;
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

/** A reader that stands before the first row of a chunk. */
export function createRowReader(options: RowReaderOptions): RowReader {
  const { column } = options;
  const pieceOptions = {
    column,
    kernels: options.kernels ?? javascriptKernels,
    limits: options.limits ?? defaultLimits,
    spaced: options.spaced ?? false,
    flat: options.flat ?? false,
    whole: options.whole ?? false,
  };
  const repeated = column.maxRepetitionLevel > 0;
  let current: CurrentPage | undefined;
  let builder: PieceBuilder | undefined;
  let wanted = 0;
  let rows = 0;

  const take = (source: CurrentPage, to: number, rowCount: number): void => {
    const { page, dictionary, slot: from } = source;
    builder?.append({ page, dictionary, from, to, rowCount, values: () => decoderAt(source, from, to, column) });
    source.slot = to;
    rows += rowCount;
  };

  return {
    get rows(): number {
      return rows;
    },
    begin: (count, { skip = false, expectedSlots = 0 } = {}) => {
      wanted = count;
      rows = 0;
      builder = skip ? undefined : createPieceBuilder(pieceOptions, expectedSlots);
    },
    fill: () => {
      if (current === undefined) return !repeated && rows === wanted;
      const { page, slot } = current;
      if (repeated) {
        const { end, started } = repeatedStretch(page, slot, wanted - rows);
        if (end > slot) take(current, end, started);
      } else {
        const count = Math.min(wanted - rows, page.slotCount - slot);
        if (count > 0) take(current, slot + count, count);
      }
      const exhausted = current.slot === page.slotCount;
      if (exhausted) current = undefined;
      return repeated ? !exhausted : rows === wanted;
    },
    supply: ({ page, dictionary }) => {
      current = { page, dictionary, slot: 0, decoder: undefined, decoderSlot: 0 };
    },
    passes: (header) => {
      if (builder !== undefined || current !== undefined) return false;
      // Of repeated columns only v2 pages are sure to start with a row; in others every slot is one.
      const slots = dataHeaderOf(header)?.numValues;
      const count = repeated ? headerV2Of(header)?.numRows : slots;
      if (count === undefined || slots === undefined || count > slots || rows + count > wanted) return false;
      rows += count;
      return true;
    },
    finish: () => {
      const pieces = builder?.finish() ?? [];
      builder = undefined;
      return pieces;
    },
  };
}

/** Slots that are counted at a time. */
const stretchBlock = 1024;

/** The slots from `from` on that belong to the row that is open and to at most `rows` further rows. */
function repeatedStretch(
  page: DataPage,
  from: number,
  rows: number,
): { readonly end: number; readonly started: number } {
  const { nulls, slotCount } = page;
  const repetition = nulls.kind === 'levels' ? nulls.repetition : undefined;
  if (repetition === undefined) {
    const started = Math.min(rows, slotCount - from);
    return { end: from + started, started };
  }
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
