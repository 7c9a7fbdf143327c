/**
 * The end of writing any page: checksum, header, and both in one array.
 *
 *   PageHeader (Thrift compact) | body as stored
 */
import { createSpare, type Spare } from '@marquetry/bit-io';
import { type Codec, type Kernels, ParquetError } from '@marquetry/core';
import { type PageHeader, writePageHeader } from '@marquetry/metadata';
import { crc32 } from '../crc32.js';

/** Whether the header has a checksum, and by which kernel. */
export interface ChecksumOptions {
  /** Whether the header has a CRC-32; default true. */
  readonly checksum?: boolean;
  /** Of which `crc32` is used; default JavaScript. */
  readonly kernels?: Pick<Kernels, 'crc32'> | undefined;
}

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

/** What is over when a page is written: its body joined, and packed. */
const joinedSpare: Spare<Uint8Array> = /* @__PURE__ */ createSpare(Uint8Array);
const packedSpare: Spare<Uint8Array> = /* @__PURE__ */ createSpare(Uint8Array);

/**
 * A page of `parts`, the body as stored. The parts are copied.
 * @throws ParquetError LIMIT when a size is no int32.
 */
export function assemblePage(
  rest: HeaderRest,
  parts: readonly Uint8Array[],
  uncompressedPageSize: number,
  { checksum = true, kernels }: ChecksumOptions,
): WrittenPage {
  const compressedPageSize = totalLength(parts);
  const largest = Math.max(compressedPageSize, uncompressedPageSize);
  if (largest > largestPage) throw new ParquetError('LIMIT', `a page of ${largest} bytes; sizes are int32`);
  const sizes = { uncompressedPageSize, compressedPageSize };
  // The checksum comes before the body, so that a body in parts has to be put together first.
  const sum = kernels?.crc32 ?? crc32;
  const header: PageHeader = checksum ? { ...rest, ...sizes, crc: withJoined(parts, sum) } : { ...rest, ...sizes };
  const head = writePageHeader(header);
  const bytes = new Uint8Array(head.length + compressedPageSize);
  bytes.set(head);
  copyParts(parts, bytes, head.length);
  return { header, headerSize: head.length, bytes, uncompressedSize: head.length + uncompressedPageSize };
}

/** Calls `use` with the parts as one array, whose memory may be used again when it returns. */
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
 * Calls `use` with `parts` as one array, packed by the codec; without a codec, as they are. The memory may be used again when
 * it returns.
 * @throws ParquetError UNSUPPORTED when the codec only reads.
 */
export function withPacked<Result>(
  codec: Codec | undefined,
  parts: readonly Uint8Array[],
  use: (packed: Uint8Array) => Result,
): Result {
  return withJoined(parts, (raw) => {
    if (codec === undefined) return use(raw);
    if (codec.compress === undefined) {
      throw new ParquetError('UNSUPPORTED', `codec ${codec.name} (${codec.id}) is read-only here`);
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
