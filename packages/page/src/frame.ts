/**
 * Reads a page as it is stored in a chunk: its header, then its body.
 *
 *   PageHeader (Thrift compact) | body, `compressed_page_size` bytes
 */
import { bytesOf, defaultLimits, type Limits, PageType, ParquetError } from '@marquetry/core';
import { type PageHeader, readPageHeader } from '@marquetry/metadata';

/** A page as stored in a chunk: its parsed header, and its body, which has not been decrypted or decompressed. */
export interface PageFrame {
  readonly header: PageHeader;
  /** Size of the header in bytes. */
  readonly headerSize: number;
  /** The body as stored, possibly compressed and encrypted. Aliases the input bytes. */
  readonly body: Uint8Array;
  /** Size of header and body in bytes. The next page starts this many bytes after the start of this page. */
  readonly byteLength: number;
}

/** Options for reading a page header. */
export interface ReadPageFrameOptions {
  readonly limits?: Limits;
  /** True to parse the header's statistics; default true. */
  readonly statistics?: boolean;
}

/**
 * Reads the page that starts at `bytes[position]`.
 * @throws ParquetError TRUNCATED if the header or body extends beyond `bytes`; CORRUPT if the header is malformed.
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
      `the body has ${bytes.length - start} bytes, but the header states ${header.compressedPageSize}`,
      { offset: start },
    );
  }
  return { header, headerSize, body: bytesOf(bytes).subarray(start, end), byteLength: end - position };
}

/** True for the header of a data page, v1 or v2. */
export function isDataPage(header: PageHeader): boolean {
  return header.type === PageType.DATA_PAGE || header.type === PageType.DATA_PAGE_V2;
}

/** True for the header of a dictionary page. A reader should skip pages that are neither dictionary nor data pages. */
export function isDictionaryPage(header: PageHeader): boolean {
  return header.type === PageType.DICTIONARY_PAGE;
}
