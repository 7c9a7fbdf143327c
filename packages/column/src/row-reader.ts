/**
 * Rows of a column, in whatever portions they are asked for, from pages as they are supplied.
 *
 * Synchronous: the caller fetches pages, this says when it needs one. A v1 page may start inside a row, so the end of
 * a repeated row shows only when the next one starts, or the chunk ends.
 */
import type { ColumnKernels, LeafColumn, Limits, ParquetError } from '@marquetry/core';
import type { PageHeader } from '@marquetry/metadata';
import type { SequencedPage } from './page-sequence.js';
import type { ColumnPiece } from './piece.js';
import type { Selection } from './selection.js';

/** A column, and in what form its rows are wanted. */
export interface RowReaderOptions {
  readonly column: LeafColumn;
  readonly kernels?: ColumnKernels;
  readonly limits?: Limits;
  /** One entry a slot instead of dense values; default false. */
  readonly spaced?: boolean;
  /** Dictionary columns as plain values instead of indices; default false. */
  readonly decodeDictionaries?: boolean;
}

/** Memory that one request may fill. Its pieces can be joined within it. */
export interface RequestMemory {
  /** Bytes after which the request ends at the next row: it then has fewer rows than were asked for. */
  readonly targetBytes: number;
  /** Bytes that are never exceeded. */
  readonly mostBytes: number;
}

/** Where in its selection a reader stands. */
export interface SelectedPosition {
  /** Of the chunk. */
  readonly selection: Selection;
  /** The row that comes next. */
  readonly row: number;
}

/** A request for rows. */
export interface RowRequest {
  /** Skips the rows instead of reading them; default false. */
  readonly skip?: boolean;
  /** Takes selected rows, and passes over those between them; default: rows that follow each other. */
  readonly within?: SelectedPosition | undefined;
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
  /** Tells, where the next page is needed, that it starts with a row. True when the request is thereby served. */
  endRow(): boolean;
  /** Passes over rows of pages that are not supplied. False, and nothing changes, if the request wants some of them. */
  passRows(count: number): boolean;
  /** Rows that the request has met so far. Where it is for a selection: rows of it. */
  readonly rows: number;
  /** Rows that were passed over between selected ones. */
  readonly passed: number;
  /** Bytes that the pieces of the request take, joined. */
  readonly byteLength: number;
  /** Bytes that its open row will take, with the rows before it: no less than the slots that the current page has of it. */
  readonly leastByteLength: number;
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
