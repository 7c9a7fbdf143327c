/**
 * Writes a dictionary page: entries as PLAIN values.
 */
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

/** A dictionary page to write, and how. */
export interface WriteDictionaryPageOptions extends ChecksumOptions {
  readonly column: ColumnType;
  /** The entries, in the order that indices count. */
  readonly dictionary: DirectValues;
  /** Must hold PLAIN: dictionary entries are PLAIN values. */
  readonly encodings: EncodingRegistry;
  /** What the header says: PLAIN (default), or the deprecated PLAIN_DICTIONARY, which means the same. */
  readonly encoding?: number;
  /** Absent: UNCOMPRESSED. */
  readonly codec?: Codec | undefined;
  /** True when the entries ascend in the column's order; absent: the header says nothing. */
  readonly sorted?: boolean;
}

/**
 * A dictionary page: header and body.
 * @throws ParquetError INVALID_ARGUMENT for entries of another type or another encoding; UNSUPPORTED when PLAIN or the
 *   codec does not write.
 */
export function writeDictionaryPage(options: WriteDictionaryPageOptions): WrittenPage {
  const { column, dictionary, encodings, codec, sorted } = options;
  const encoding = options.encoding ?? EncodingId.PLAIN;
  if (encoding !== EncodingId.PLAIN && encoding !== EncodingId.PLAIN_DICTIONARY) {
    const name = `${nameOf(EncodingId, encoding)} (${encoding})`;
    throw new ParquetError('INVALID_ARGUMENT', `a dictionary page encoded as ${name}; only PLAIN is defined`);
  }
  const plain = encodings.resolve(EncodingId.PLAIN, column);
  if (plain.encoder === undefined) throw new ParquetError('UNSUPPORTED', `encoding ${plain.name} is read-only here`);
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
