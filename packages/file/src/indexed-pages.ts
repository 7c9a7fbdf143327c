/** Compares the pages of a chunk with the entries of its offset index, one by one. */
import { ParquetError } from '@marquetry/core';
import { type DataPage, dataPageInfo } from '@marquetry/page';
import type { ChunkLocation } from './chunk.js';
import type { LocatedPages } from './page-places.js';
import type { StreamedHeader } from './streamed-pages.js';

/** The result of skipping pages: how many were skipped, how many rows they contain, and the offset of the next page. */
export interface PageJump {
  readonly pages: number;
  readonly rows: number;
  /** File offset of the next page; undefined after the last page. */
  readonly offset: number | undefined;
}

export class IndexedPages {
  /** Ordinal of the next page in the offset index. */
  next = 0;
  declare private readonly located: LocatedPages;
  declare private readonly location: ChunkLocation;
  declare private readonly isRepeated: boolean;

  constructor(located: LocatedPages, location: ChunkLocation) {
    this.located = located;
    this.location = location;
    this.isRepeated = location.leaf.maxRepetitionLevel > 0;
  }

  /** True if the last page has been passed. */
  isAtEnd(): boolean {
    return this.next === this.located.pages.length;
  }

  /** True if, according to the index, the next page starts at the given file offset. */
  isAt(offset: number): boolean {
    return offset === this.located.pages[this.next]?.offset;
  }

  /**
   * Returns the file offset at which a run of consecutive pages with selected rows ends. The run begins at `offset`.
   */
  endFrom(offset: number): number {
    return this.located.endFrom(offset, this.next);
  }

  /** Skips to the next page with a selected row. Returns `undefined` if no page has to be skipped. */
  jump(): PageJump | undefined {
    const { located, next } = this;
    const target = located.nextNeeded(next);
    if (target === next) return undefined;
    this.next = target;
    const rows = located.firstRow(target) - located.firstRow(next);
    return { pages: target - next, rows, offset: located.pages[target]?.offset };
  }

  /**
   * Compares the next page with its entry in the index. Returns false if the index does not list the first page and so
   * cannot be used.
   * @throws ParquetError CORRUPT for a page that does not match the index.
   */
  pass({ header, byteLength: size, fileOffset }: StreamedHeader): boolean {
    const { located, next } = this;
    const expected = located.pages[next];
    if (expected === undefined) return true;
    if (next === 0 && fileOffset !== expected.offset) return false;
    // In a repeated column, only v2 headers state the number of rows.
    const rows = this.isRepeated ? dataPageInfo(header)?.rowCount : dataPageInfo(header)?.slotCount;
    const isSame = fileOffset === expected.offset && size === expected.compressedPageSize;
    if (!isSame || (rows !== undefined && rows !== located.rowsOf(next))) {
      throw this.misplaced(next, `${rows ?? 'some'} rows in ${size} bytes at offset ${fileOffset}`, fileOffset);
    }
    this.next++;
    return true;
  }

  /**
   * Compares the number of rows in the decoded levels of a page with the index. The page must be the one that
   * {@link pass} compared last.
   * @throws ParquetError CORRUPT if the numbers differ, or if the page starts inside a row.
   */
  checkRows({ rowCount, slotCount, nulls }: DataPage, fileOffset: number): void {
    const isOpen = slotCount > 0 && nulls.kind === 'levels' && (nulls.repetition?.[0] ?? 0) > 0;
    const last = this.next - 1;
    if (rowCount === this.located.rowsOf(last) && !isOpen) return;
    const found = `${rowCount} rows${isOpen ? ' and the rest of an earlier row' : ''}`;
    throw this.misplaced(last, found, fileOffset);
  }

  private misplaced(page: number, found: string, fileOffset: number): ParquetError {
    const { offset = 0, compressedPageSize = 0 } = this.located.pages[page] ?? {};
    const said = `${this.located.rowsOf(page)} rows in ${compressedPageSize} bytes at offset ${offset}`;
    const place = { ...this.location.at, fileOffset };
    return new ParquetError('CORRUPT', `the offset index states ${said}, found ${found}`, place);
  }
}
