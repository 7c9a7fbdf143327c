/**
 * The interface of the row reader, which reads any number of rows per request from the pages supplied to it.
 *
 * It is synchronous: `step` returns `page` when the caller must supply the next page. A v1 page may start inside a row, so a
 * repeated row is known to be complete only when the next row starts or the chunk ends.
 */
import type { ColumnKernels, LeafColumn, Limits, ParquetError } from '@marquetry/core';
import type { PageHeader } from '@marquetry/metadata';
import type { SequencedPage } from './page-sequence.js';
import type { ColumnPiece } from './piece.js';
import type { Selection } from './selection.js';

/** A column, and the form in which its rows are returned. */
export interface RowReaderOptions {
  readonly column: LeafColumn;
  readonly kernels?: ColumnKernels;
  readonly limits?: Limits;
  /** True for one entry per slot instead of dense values; default false. */
  readonly spaced?: boolean;
  /** True to return dictionary-encoded columns as plain values instead of indices; default false. */
  readonly decodeDictionaries?: boolean;
}

/** The memory of one request. The joined pieces of the request fit in it, too. */
export interface RequestMemory {
  /** The request ends at the first row boundary after this many bytes, even if it has fewer rows than requested. */
  readonly targetBytes: number;
  /** Maximum number of bytes of the request. */
  readonly mostBytes: number;
}

/** The position of a reader in a selection. */
export interface SelectedPosition {
  /** The selected rows of the chunk. */
  readonly selection: Selection;
  /** The next row of the chunk. */
  readonly row: number;
}

/** A request for the next rows of a column. */
export interface RowRequest {
  /** True to skip the rows instead of reading them; default false. */
  readonly skip?: boolean;
  /** Selects the rows to read; other rows are skipped. Default: all rows. */
  readonly within?: SelectedPosition | undefined;
  /** The likely total number of slots, used to size memory. It may be wrong. Default: unknown. */
  readonly expectedSlots?: number;
  /** Limits the memory of the request. Default: unlimited. */
  readonly memory?: RequestMemory | undefined;
}

/**
 * The result of a step:
 * - `more`: some slots were read; call `step` again.
 * - `page`: the next page is needed; call `supply`.
 * - `served`: the request has all of its rows, or as many as its memory allows.
 * - `full`: the next slot does not fit the memory of the request, and no row is complete.
 */
export type RowStep = 'more' | 'page' | 'served' | 'full';

/** Serves requests for rows, one after the other, from pages that the caller supplies. */
export interface RowReader {
  /** Starts a request for the next `rows` rows. `Infinity` requests all remaining rows. */
  begin(rows: number, request?: RowRequest): void;
  /** Reads up to 2^17 slots of the current page, so that the caller can let the event loop turn between steps. */
  step(): RowStep;
  /** Steps until the request is served (true) or needs the next page (false). */
  fill(): boolean;
  /** Supplies the next page after `step` returned `page` or `fill` returned false. `fromSlot` is the first slot to read; default
   * 0. */
  supply(page: SequencedPage, fromSlot?: number): void;
  /**
   * Returns true, and counts the rows of the page as skipped, if the request skips all of them. The caller then must not
   * supply the page.
   */
  passes(header: PageHeader): boolean;
  /** Call this if the next page is known to start at a row. Returns true if that completes the request. */
  endRow(): boolean;
  /** Skips `count` rows of pages that are not supplied. Returns false and changes nothing if the request needs one of them. */
  passRows(count: number): boolean;
  /** Number of rows that the request has read or skipped so far. With a selection, only selected rows count. */
  readonly rows: number;
  /** Number of rows that were skipped because they are not selected. */
  readonly passed: number;
  /** Number of bytes that the pieces of the request would take if they were joined. */
  readonly byteLength: number;
  /**
   * A lower bound on the bytes of the request once its unfinished row is complete. Counts that row's slots in the
   * current page.
   */
  readonly leastByteLength: number;
  /** True if the request ended early because it reached its target. */
  readonly isCut: boolean;
  /** The error that explains why the next slot does not fit. Set after `step` returned `full`. */
  readonly refusal: ParquetError | undefined;
  /** The next slot of the current page; undefined if the next page is needed. */
  readonly slot: number | undefined;
  /** Drops the current page and everything that the request has read. */
  reset(): void;
  /** Returns the pieces of the request; an empty array if nothing was read. */
  finish(): ColumnPiece[];
}
