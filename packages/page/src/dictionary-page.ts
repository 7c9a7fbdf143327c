/** Opens a dictionary page, which contains the entries to which the indices in the chunk's data pages refer. */
import {
  bytesOf,
  type Codec,
  type ColumnType,
  copyValues,
  type DirectValues,
  defaultLimits,
  EncodingId,
  type EncodingRegistry,
  type ErrorPlace,
  type Limits,
  limitError,
  nameOf,
  ParquetError,
  withPlace,
} from '@marquetry/core';
import type { PageHeader } from '@marquetry/metadata';
import { requireChecksum, unpackBody } from './body.js';

/** A dictionary page, and options for reading it. */
export interface OpenDictionaryPageOptions {
  readonly header: PageHeader;
  /** The body as stored: `header.compressedPageSize` bytes. If the body is not compressed, the entries may alias it. */
  readonly body: Uint8Array;
  readonly column: ColumnType;
  /** The available encodings. PLAIN must be among them, because dictionary entries are PLAIN values. */
  readonly encodings: EncodingRegistry;
  /** The codec of the chunk; absent if UNCOMPRESSED. If the codec has `prepare`, call it before opening pages. */
  readonly codec?: Codec | undefined;
  readonly limits?: Limits;
  /**
   * Allocates memory for the decompressed body: `byteLength` bytes, 8-byte aligned. The bytes need not be 0. You may
   * reuse the memory after the call, because entries that would alias it are copied. Default: new memory, which the
   * entries may alias.
   */
  readonly allocateBody?: ((byteLength: number) => Uint8Array) | undefined;
  /** The location of the page, for errors. */
  readonly at?: ErrorPlace;
  /** True to throw CORRUPT if the header has a checksum that differs from that of the body; default true. */
  readonly verifyChecksums?: boolean;
}

/**
 * Returns the entries of a dictionary page. They may alias the page's body.
 * @throws ParquetError INVALID_ARGUMENT for a page of another type; UNSUPPORTED for an encoding other than PLAIN;
 * CORRUPT, TRUNCATED or LIMIT for invalid bytes. Errors state the location of the page (`at`).
 */
export function openDictionaryPage(options: OpenDictionaryPageOptions): DirectValues {
  try {
    return open(options);
  } catch (error) {
    throw withPlace(error, { part: 'dictionary page', ...options.at });
  }
}

function open(options: OpenDictionaryPageOptions): DirectValues {
  const { header, column, encodings, codec } = options;
  // Convert a Node Buffer to a plain Uint8Array: the `slice` of a Buffer does not copy.
  const body = bytesOf(options.body);
  const limits = options.limits ?? defaultLimits;
  const dictionaryHeader = header.dictionaryPageHeader;
  if (dictionaryHeader === undefined) {
    throw new ParquetError('INVALID_ARGUMENT', '`header` must be a dictionary page header');
  }
  const { numValues, encoding } = dictionaryHeader;
  if (numValues > limits.dictionaryValues) {
    throw limitError('dictionaryValues', limits, `a dictionary of ${numValues} entries`);
  }
  // In a dictionary page, PLAIN_DICTIONARY means PLAIN (Encodings.md#dictionary-encoding).
  if (encoding !== EncodingId.PLAIN && encoding !== EncodingId.PLAIN_DICTIONARY) {
    const name = `${nameOf(EncodingId, encoding)} (${encoding})`;
    throw new ParquetError('UNSUPPORTED', `a dictionary page must be encoded as PLAIN, got ${name}`);
  }
  const plain = encodings.resolve(EncodingId.PLAIN, column);
  if (options.verifyChecksums !== false) requireChecksum(header, body);
  const { allocateBody } = options;
  const bytes = unpackBody(header, body, { codec, limits, allocateBody });
  const values = plain.decoder(bytes, { column, valueCount: numValues, limits }).read(numValues);
  if (values.layout === 'dictionary')
    throw new ParquetError('UNSUPPORTED', `${plain.name} returned indices instead of dictionary entries`);
  const isBorrowed = allocateBody !== undefined && bytes !== body && values.data.buffer === bytes.buffer;
  return isBorrowed ? copyValues(values) : values;
}
