/**
 * Splits the body of a data page, v1 or v2, and decompresses it.
 *
 *   v1   codec( repetition levels | definition levels | values )
 *   v2   repetition levels | definition levels | codec( values )
 *
 * Source: parquet.thrift `DataPageHeader`, `DataPageHeaderV2`; README.md#data-pages.
 */
import { allocateBytes, type Codec, type Limits, limitError, ParquetError } from '@marquetry/core';
import type { PageHeader } from '@marquetry/metadata';
import { crc32 } from './crc32.js';
import { headerV2Of } from './data-page-info.js';

/** The levels and values of a data page, decompressed but still encoded. */
export interface PageBody {
  /** The bytes that contain the levels: a whole v1 body, or the part of a v2 body before the values. */
  readonly levels: Uint8Array;
  /** Size of the repetition levels in bytes. Undefined in v1, where the length is stored before the levels. */
  readonly repetitionBytes: number | undefined;
  /** Size of the definition levels in bytes. Undefined in v1, where the length is stored before the levels. */
  readonly definitionBytes: number | undefined;
  /** The values. Undefined in v1, where `levels` contains both the levels and the values. */
  readonly values: Uint8Array | undefined;
}

/** Options for decompressing a body. */
export interface Unpacking {
  /** The codec of the chunk. Absent if pages are stored uncompressed. */
  readonly codec?: Codec | undefined;
  readonly limits: Limits;
  /** Allocates `byteLength` bytes for the decompressed body. The bytes need not be 0. Default: new memory. */
  readonly allocateBody?: ((byteLength: number) => Uint8Array) | undefined;
}

/**
 * Checks the body of a page against the checksum in its header.
 * @param checksum Computes a CRC-32.
 * @throws ParquetError CORRUPT if the header contains a checksum that differs from that of the body.
 */
export function requireChecksum(header: PageHeader, body: Uint8Array, checksum: typeof crc32 = crc32): void {
  if (header.crc === undefined) return;
  const actual = checksum(body);
  if (actual === (header.crc | 0)) return;
  const hex = (crc: number): string => (crc >>> 0).toString(16).padStart(8, '0');
  throw new ParquetError('CORRUPT', `the page's checksum is ${hex(actual)}, but the header states ${hex(header.crc)}`);
}

/**
 * Decompresses the body of a data page, and splits it into levels and values. Parts that are stored uncompressed alias
 * `body`.
 */
export function splitBody(header: PageHeader, body: Uint8Array, unpacking: Unpacking): PageBody {
  checkStoredSize(header, body);
  const v2 = headerV2Of(header);
  if (v2 === undefined) {
    const levels = unpack(body, header.uncompressedPageSize, unpacking);
    return { levels, repetitionBytes: undefined, definitionBytes: undefined, values: undefined };
  }
  const repetitionBytes = v2.repetitionLevelsByteLength;
  const definitionBytes = v2.definitionLevelsByteLength;
  const levelBytes = repetitionBytes + definitionBytes;
  if (levelBytes > body.length || levelBytes > header.uncompressedPageSize) {
    const sizes = `${body.length} bytes, ${header.uncompressedPageSize} uncompressed`;
    throw new ParquetError('CORRUPT', `the levels take ${levelBytes} bytes, but the page has ${sizes}`);
  }
  // According to parquet.thrift, an absent `is_compressed` means true.
  const packed = v2.isCompressed ?? true;
  const values = unpack(
    body.subarray(levelBytes),
    header.uncompressedPageSize - levelBytes,
    packed ? unpacking : { limits: unpacking.limits },
  );
  return { levels: body.subarray(0, levelBytes), repetitionBytes, definitionBytes, values };
}

/** Decompresses the body of a dictionary page. */
export function unpackBody(header: PageHeader, body: Uint8Array, unpacking: Unpacking): Uint8Array {
  checkStoredSize(header, body);
  return unpack(body, header.uncompressedPageSize, unpacking);
}

function checkStoredSize(header: PageHeader, body: Uint8Array): void {
  if (body.length === header.compressedPageSize) return;
  throw new ParquetError(
    'INVALID_ARGUMENT',
    `the body has ${body.length} bytes, but the header states ${header.compressedPageSize}`,
  );
}

function unpack(stored: Uint8Array, byteLength: number, unpacking: Unpacking): Uint8Array {
  const { codec, limits, allocateBody = allocateBytes } = unpacking;
  if (byteLength > limits.pageBytes) {
    throw limitError('pageBytes', limits, `a page of ${byteLength} bytes`);
  }
  if (codec === undefined) {
    if (stored.length === byteLength) return stored;
    throw new ParquetError(
      'CORRUPT',
      `the page stores ${stored.length} uncompressed bytes, but the header states ${byteLength}`,
    );
  }
  // A page without values may be stored without any bytes, and codecs do not accept empty input.
  if (stored.length === 0 && byteLength === 0) return stored;
  if (codec.maxExpansion !== undefined && byteLength > stored.length * codec.maxExpansion) {
    throw new ParquetError(
      'CORRUPT',
      `${stored.length} ${codec.name}-compressed bytes cannot decompress to ${byteLength} bytes`,
    );
  }
  const into = allocateBody(byteLength);
  codec.decompress(stored, into);
  return into;
}
