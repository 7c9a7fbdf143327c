/**
 * The end of writing any page: checksum, header, and both in one array.
 *
 *   PageHeader (Thrift compact) | body as stored
 */
import { type Codec, ParquetError } from '@marquetry/core';
import { type PageHeader, writePageHeader } from '@marquetry/metadata';
import { crc32 } from '../crc32.js';

/** A page as it goes into a chunk. */
export interface WrittenPage {
  readonly header: PageHeader;
  /** Bytes of the header. */
  readonly headerSize: number;
  /** Header and body. */
  readonly bytes: Uint8Array;
  /** Bytes of header and body before compression. */
  readonly uncompressedSize: number;
}

/** What the header of every page says of its body is counted here; `rest` says the others. */
export type HeaderRest = Omit<PageHeader, 'uncompressedPageSize' | 'compressedPageSize' | 'crc'>;

/** Page sizes are int32 (parquet.thrift `PageHeader`). */
const largestPage = 2 ** 31 - 1;

/**
 * A page of `parts`, the body as stored.
 * @throws ParquetError LIMIT when a size is no int32.
 */
export function assemblePage(
  rest: HeaderRest,
  parts: readonly Uint8Array[],
  uncompressedPageSize: number,
  checksum: boolean,
): WrittenPage {
  let compressedPageSize = 0;
  for (const part of parts) compressedPageSize += part.length;
  const largest = Math.max(compressedPageSize, uncompressedPageSize);
  if (largest > largestPage) throw new ParquetError('LIMIT', `a page of ${largest} bytes; sizes are int32`);
  // The checksum comes before the body, so that a body in parts has to be put together first.
  const body = joinBytes(parts, compressedPageSize);
  const sizes = { uncompressedPageSize, compressedPageSize };
  const header: PageHeader = checksum ? { ...rest, ...sizes, crc: crc32(body) } : { ...rest, ...sizes };
  const head = writePageHeader(header);
  const bytes = joinBytes([head, body], head.length + body.length);
  return { header, headerSize: head.length, bytes, uncompressedSize: head.length + uncompressedPageSize };
}

/** One array of `byteLength` bytes; a single part is given back as it is. */
export function joinBytes(parts: readonly Uint8Array[], byteLength: number): Uint8Array {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) return first;
  const bytes = new Uint8Array(byteLength);
  let position = 0;
  for (const part of parts) {
    bytes.set(part, position);
    position += part.length;
  }
  return bytes;
}

/** @throws ParquetError UNSUPPORTED when the codec only reads. */
export function compress(codec: Codec, raw: Uint8Array): Uint8Array {
  if (codec.compress === undefined) {
    throw new ParquetError('UNSUPPORTED', `codec ${codec.name} (${codec.id}) is read-only here`);
  }
  return codec.compress(raw);
}
