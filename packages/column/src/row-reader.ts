/**
 * The interface of the row reader, which reads any number of rows per request from pages that the caller passes to it.
 *
 * The reader is synchronous: when it needs the next page, `step` returns `page`, and the caller passes the page to
 * `supply`. A v1 page may start inside a row. So in a repeated column, a row is known to be complete only when the next
 * row starts or the chunk ends.
 */
import type { ColumnKernels, LeafColumn, Limits, ParquetError } from '@marquetry/core';
import type { PageHeader } from '@marquetry/metadata';
import type { SequencedPage } from './page-sequence.js';
import type { ColumnPiece } from './piece.js';
import type { Selection } from './selection.js';

/** The column to read, and how its values are returned. */
export interface RowReaderOptions {
  readonly column: LeafColumn;
  readonly kernels?: ColumnKernels;
  readonly limits?: Limits;
  /**
   * True to return one entry per slot, so that nulls have entries, too; false to return only values. Default: false.
   */
  readonly spaced?: boolean;
  /** True to return dictionary-encoded columns as plain values instead of indices. Default: false. */
  readonly decodeDictionaries?: boolean;
}

/**
 * Limits on the memory of one request. The limits apply to the values and nulls of the request both as separate pieces
 * and after the pieces are joined.
 */
export interface RequestMemory {
  /** Once the request has this many bytes, it ends at the next row, even if it has fewer rows than requested. */
  readonly targetBytes: number;
  /** Maximum number of bytes of the request. The request never takes more, not even to complete a row. */
  readonly mostBytes: number;
}

/** The selected rows of a chunk, and the row at which reading continues. */
export interface SelectedPosition {
  /** The selected rows of the chunk. */
  readonly selection: Selection;
  /** The next row of the chunk to read. */
  readonly row: number;
}

/** A request for the next rows of a column. */
export interface RowRequest {
  /** True to skip the rows instead of reading them. Default: false. */
  readonly skip?: boolean;
  /** The selection of rows to read; other rows are skipped. Default: all rows are read. */
  readonly within?: SelectedPosition | undefined;
  /**
   * The likely number of slots of the request, which determines how much memory is allocated. It may be wrong. Default:
   * unknown.
   */
  readonly expectedSlots?: number;
  /** Bounds on the memory of the request. Default: unlimited. */
  readonly memory?: RequestMemory | undefined;
}

/**
 * The result of a step:
 * - `more`: some slots were read; call `step` again.
 * - `page`: the next page is needed; call `supply`.
 * - `served`: the request has all of its rows, or as many as its memory bounds allow.
 * - `full`: the next slot does not fit in the memory of the request, although no row is complete yet.
 */
export type RowStep = 'more' | 'page' | 'served' | 'full';

/** Reads rows from pages that the caller supplies, one request after another. */
export interface RowReader {
  /** Starts a request for the next `rows` rows. `Infinity` requests all remaining rows. */
  begin(rows: number, request?: RowRequest): void;
  /** Reads up to 2^17 slots of the current page, so that the caller can yield to the event loop between steps. */
  step(): RowStep;
  /** Calls `step` until the request is served (returns true) or needs the next page (returns false). */
  fill(): boolean;
  /**
   * Passes the next page to the reader, after `step` returned `page` or `fill` returned false. `fromSlot` is the first
   * slot to read. Default: 0.
   */
  supply(page: SequencedPage, fromSlot?: number): void;
  /**
   * Tests whether the request skips all rows of a page, and if so, counts these rows as skipped and returns true. The
   * caller must then not supply the page.
   */
  passes(header: PageHeader): boolean;
  /**
   * Tells the reader that the next page starts with a new row, so the last row is complete. Returns true if this
   * completes the request.
   */
  endRow(): boolean;
  /**
   * Skips `count` rows of pages that the caller does not supply. Returns false, and changes nothing, if the request
   * needs one of these rows.
   */
  passRows(count: number): boolean;
  /** Number of rows that the request has read or skipped so far. With a selection, only selected rows count. */
  readonly rows: number;
  /** Number of rows that the request has skipped because they are not selected. */
  readonly passed: number;
  /** Number of bytes that the values and nulls read so far would take if they were joined into one piece. */
  readonly byteLength: number;
  /**
   * The minimum number of bytes that the request will have once its unfinished row is complete. It includes the slots
   * of that row that are in the current page.
   */
  readonly leastByteLength: number;
  /** True if the request ended before its last row because it reached its target size. */
  readonly isCut: boolean;
  /** The error that states why the next slot does not fit in memory. Set when `step` has returned `full`. */
  readonly refusal: ParquetError | undefined;
  /** The next slot of the current page; undefined if the next page is needed. */
  readonly slot: number | undefined;
  /** Drops the current page and everything that the request has read. */
  reset(): void;
  /** Returns what the request has read, as pieces in order. The array is empty if nothing was read. */
  finish(): ColumnPiece[];
}
