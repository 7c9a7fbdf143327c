/** Writes a dictionary page, whose entries are PLAIN values. */
import {
  type Codec,
  type ColumnType,
  type DirectValues,
  EncodingId,
  type EncodingRegistry,
  nameOf,
  PageType,
  ParquetError,
} from '@marquetry/core';
import { assemblePage, type ChecksumOptions, type WrittenPage, withPacked } from './page-bytes.js';

/** A dictionary page to write, and options for writing it. */
export interface WriteDictionaryPageOptions extends ChecksumOptions {
  readonly column: ColumnType;
  /** The entries, in the order of their indices. */
  readonly dictionary: DirectValues;
  /** The available encodings. PLAIN must be among them, because dictionary entries are PLAIN values. */
  readonly encodings: EncodingRegistry;
  /**
   * The encoding to state in the header: PLAIN (default), or the deprecated PLAIN_DICTIONARY, which means PLAIN in a
   * dictionary page.
   */
  readonly encoding?: number;
  /** The codec of the chunk. Absent if the chunk is UNCOMPRESSED. */
  readonly codec?: Codec | undefined;
  /** True if the entries are in ascending order. If absent, the header does not state whether they are. */
  readonly sorted?: boolean;
}

/**
 * Returns a dictionary page: header and body.
 * @throws ParquetError INVALID_ARGUMENT if the entries are not of the column's type or `encoding` is neither PLAIN nor
 * PLAIN_DICTIONARY; UNSUPPORTED if the registered PLAIN encoding cannot encode or the codec cannot compress.
 */
export function writeDictionaryPage(options: WriteDictionaryPageOptions): WrittenPage {
  const { column, dictionary, encodings, codec, sorted } = options;
  const encoding = options.encoding ?? EncodingId.PLAIN;
  if (encoding !== EncodingId.PLAIN && encoding !== EncodingId.PLAIN_DICTIONARY) {
    const name = `${nameOf(EncodingId, encoding)} (${encoding})`;
    throw new ParquetError('INVALID_ARGUMENT', `a dictionary page must be encoded as PLAIN, got ${name}`);
  }
  const plain = encodings.resolve(EncodingId.PLAIN, column);
  if (plain.encoder === undefined)
    throw new ParquetError(
      'UNSUPPORTED',
      `the ${plain.name} encoding has no encoder: register an encoding that has one`,
    );
  const encoder = plain.encoder(column);
  encoder.write(dictionary, 0, dictionary.length);
  const raw = encoder.finish();
  const dictionaryPageHeader = {
    numValues: dictionary.length,
    encoding,
    ...(sorted === undefined ? {} : { isSorted: sorted }),
  };
  const header = { type: PageType.DICTIONARY_PAGE, dictionaryPageHeader };
  return withPacked(codec, [raw], (stored) => assemblePage(header, [stored], raw.length, options));
}
