/**
 * Opens a dictionary page: the entries that the data pages of its chunk refer to.
 */
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

/** A dictionary page, and what its bytes mean. */
export interface OpenDictionaryPageOptions {
  readonly header: PageHeader;
  /** The body as stored, `header.compressedPageSize` bytes. Kept, and aliased where nothing is compressed. */
  readonly body: Uint8Array;
  readonly column: ColumnType;
  /** Must hold PLAIN: dictionary entries are PLAIN values. */
  readonly encodings: EncodingRegistry;
  /** Absent: the chunk is UNCOMPRESSED. Must be prepared. */
  readonly codec?: Codec | undefined;
  readonly limits?: Limits;
  /**
   * Where memory to unpack the page into comes from: `byteLength` bytes of any content, 8-byte aligned. It is free again after
   * the call, as entries that would alias it are copied. Default: fresh memory, which the entries may alias.
   */
  readonly allocateBody?: ((byteLength: number) => Uint8Array) | undefined;
  /** Where the page is, for errors. */
  readonly at?: ErrorPlace;
  /** Whether a checksum in the header is compared with the body; default true. */
  readonly verifyChecksums?: boolean;
}

/**
 * The entries of a dictionary page. May alias the page's bytes.
 * @throws ParquetError INVALID_ARGUMENT for a page of another kind; UNSUPPORTED for an encoding other than PLAIN;
 *   else what the bytes do, with `at` in its place.
 */
export function openDictionaryPage(options: OpenDictionaryPageOptions): DirectValues {
  const at: ErrorPlace = { part: 'dictionary page', ...options.at };
  try {
    return open(options);
  } catch (error) {
    throw withPlace(error, at);
  }
}

function open(options: OpenDictionaryPageOptions): DirectValues {
  const { header, column, encodings, codec } = options;
  // A Node Buffer is a Uint8Array whose `slice` does not copy.
  const body = bytesOf(options.body);
  const limits = options.limits ?? defaultLimits;
  const dictionaryHeader = header.dictionaryPageHeader;
  if (dictionaryHeader === undefined) {
    throw new ParquetError('INVALID_ARGUMENT', `a page of type ${header.type} is no dictionary page`);
  }
  const { numValues, encoding } = dictionaryHeader;
  if (numValues > limits.dictionaryValues) {
    throw limitError('dictionaryValues', limits, `a dictionary of ${numValues} entries`);
  }
  // PLAIN_DICTIONARY here means PLAIN (Encodings.md#dictionary-encoding).
  if (encoding !== EncodingId.PLAIN && encoding !== EncodingId.PLAIN_DICTIONARY) {
    const name = `${nameOf(EncodingId, encoding)} (${encoding})`;
    throw new ParquetError('UNSUPPORTED', `a dictionary page encoded as ${name}; only PLAIN is defined`);
  }
  const plain = encodings.resolve(EncodingId.PLAIN, column);
  if (options.verifyChecksums !== false) requireChecksum(header, body);
  const { allocateBody } = options;
  const bytes = unpackBody(header, body, { codec, limits, allocateBody });
  const values = plain.decoder(bytes, { column, valueCount: numValues, limits }).read(numValues);
  if (values.layout === 'dictionary') throw new ParquetError('UNSUPPORTED', `${plain.name} gave indices for entries`);
  const isBorrowed = allocateBody !== undefined && bytes !== body && values.data.buffer === bytes.buffer;
  return isBorrowed ? copyValues(values) : values;
}
