/**
 * The last steps of writing any page: compress the body, compute the checksum, write the header, and join header and
 * body.
 *
 *   PageHeader (Thrift compact) | body as stored
 */
import { createSpare, type Spare } from '@marquetry/bit-io';
import { type Codec, type Kernels, ParquetError } from '@marquetry/core';
import { type PageHeader, writePageHeader } from '@marquetry/metadata';
import { crc32 } from '../crc32.js';

/** Options for the checksum in the header. */
export interface ChecksumOptions {
  /** True to write a CRC-32 of the body into the header; default true. */
  readonly checksum?: boolean;
  /** A replacement for the `crc32` function. Default: the implementation in JavaScript. */
  readonly kernels?: Pick<Kernels, 'crc32'> | undefined;
}

/** A page as stored in a chunk. */
export interface WrittenPage {
  readonly header: PageHeader;
  /** Size of the header in bytes. */
  readonly headerSize: number;
  /** The header and the body. */
  readonly bytes: Uint8Array;
  /** Size of the header and the uncompressed body, in bytes. */
  readonly uncompressedSize: number;
}

/** A page header without sizes and checksum, which {@link assemblePage} adds. */
export type HeaderRest = Omit<PageHeader, 'uncompressedPageSize' | 'compressedPageSize' | 'crc'>;

/** Maximum size of a page in bytes. The header stores sizes as signed 32-bit integers (parquet.thrift `PageHeader`). */
const largestPage = 2 ** 31 - 1;

/** Buffers that are reused from page to page: one for joined bodies, and one for compressed bodies. */
const joinedSpare: Spare<Uint8Array> = /* @__PURE__ */ createSpare(Uint8Array);
const packedSpare: Spare<Uint8Array> = /* @__PURE__ */ createSpare(Uint8Array);

/**
 * Builds a page whose body consists of `parts`, which are copied.
 * @throws ParquetError LIMIT if the body is larger than 2^31 - 1 bytes, before or after compression.
 */
export function assemblePage(
  rest: HeaderRest,
  parts: readonly Uint8Array[],
  uncompressedPageSize: number,
  { checksum = true, kernels }: ChecksumOptions,
): WrittenPage {
  const compressedPageSize = totalLength(parts);
  const largest = Math.max(compressedPageSize, uncompressedPageSize);
  if (largest > largestPage) throw new ParquetError('LIMIT', `a page must not exceed 2147483647 bytes, got ${largest}`);
  const sizes = { uncompressedPageSize, compressedPageSize };
  // Compute the checksum before writing the header, which contains it.
  const sum = kernels?.crc32 ?? crc32;
  const header: PageHeader = checksum ? { ...rest, ...sizes, crc: withJoined(parts, sum) } : { ...rest, ...sizes };
  const head = writePageHeader(header);
  const bytes = new Uint8Array(head.length + compressedPageSize);
  bytes.set(head);
  copyParts(parts, bytes, head.length);
  return { header, headerSize: head.length, bytes, uncompressedSize: head.length + uncompressedPageSize };
}

/** Joins the parts into one array, and calls `use` with it. The memory of the array is reused after `use` returns. */
function withJoined<Result>(parts: readonly Uint8Array[], use: (joined: Uint8Array) => Result): Result {
  const [only, ...others] = parts.filter((part) => part.length > 0);
  if (only !== undefined && others.length === 0) return use(only);
  const byteLength = totalLength(parts);
  const memory = joinedSpare.take(byteLength);
  copyParts(parts, memory, 0);
  const result = use(memory.subarray(0, byteLength));
  joinedSpare.give(memory);
  return result;
}

/**
 * Joins the parts into one array, compresses it if there is a codec, and calls `use` with the result. The memory of the
 * result is reused after `use` returns.
 * @throws ParquetError UNSUPPORTED if the codec cannot compress.
 */
export function withPacked<Result>(
  codec: Codec | undefined,
  parts: readonly Uint8Array[],
  use: (packed: Uint8Array) => Result,
): Result {
  return withJoined(parts, (raw) => {
    if (codec === undefined) return use(raw);
    if (codec.compress === undefined) {
      throw new ParquetError(
        'UNSUPPORTED',
        `the ${codec.name} codec (${codec.id}) cannot compress: use a codec with \`compress\``,
      );
    }
    const taken: Uint8Array[] = [];
    const memory = (byteLength: number): Uint8Array => {
      const bytes = packedSpare.take(byteLength);
      taken.push(bytes);
      return bytes;
    };
    const result = use(codec.compress(raw, memory));
    for (const bytes of taken) packedSpare.give(bytes);
    return result;
  });
}

function totalLength(parts: readonly Uint8Array[]): number {
  let byteLength = 0;
  for (const part of parts) byteLength += part.length;
  return byteLength;
}

function copyParts(parts: readonly Uint8Array[], target: Uint8Array, position: number): void {
  let at = position;
  for (const part of parts) {
    target.set(part, at);
    at += part.length;
  }
}
