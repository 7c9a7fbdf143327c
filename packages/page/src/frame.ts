/**
 * A page as it lies in a chunk: header, then body.
 *
 *   PageHeader (Thrift compact) | body, `compressed_page_size` bytes
 */
import { bytesOf, defaultLimits, type Limits, PageType, ParquetError } from '@marquetry/core';
import { type PageHeader, readPageHeader } from '@marquetry/metadata';

/** A page, its body not looked into. */
export interface PageFrame {
  readonly header: PageHeader;
  /** Bytes of the header. */
  readonly headerSize: number;
  /** The page as stored: compressed, encrypted. Aliases the bytes it was read from. */
  readonly body: Uint8Array;
  /** Bytes of header and body: the next page starts that far behind this one. */
  readonly byteLength: number;
}

/** How a page header is read. */
export interface ReadPageFrameOptions {
  readonly limits?: Limits;
  /** Whether the header's statistics are parsed; default true. */
  readonly statistics?: boolean;
}

/**
 * Reads the page that starts at `bytes[position]`.
 * @throws ParquetError TRUNCATED when header or body end behind `bytes`; CORRUPT for a malformed header.
 */
export function readPageFrame(bytes: Uint8Array, position: number, options: ReadPageFrameOptions = {}): PageFrame {
  const limits = options.limits ?? defaultLimits;
  const { header, byteLength: headerSize } = readPageHeader(bytes, position, {
    limits,
    statistics: options.statistics ?? true,
  });
  const start = position + headerSize;
  const end = start + header.compressedPageSize;
  if (end > bytes.length) {
    throw new ParquetError(
      'TRUNCATED',
      `the page body has ${header.compressedPageSize} bytes, of which ${bytes.length - start} are there`,
      { offset: start },
    );
  }
  return { header, headerSize, body: bytesOf(bytes).subarray(start, end), byteLength: end - position };
}

/** True for data pages, v1 or v2. */
export function isDataPage(header: PageHeader): boolean {
  return header.type === PageType.DATA_PAGE || header.type === PageType.DATA_PAGE_V2;
}

/** True for dictionary pages. What is neither this nor a data page is to be skipped. */
export function isDictionaryPage(header: PageHeader): boolean {
  return header.type === PageType.DICTIONARY_PAGE;
}
