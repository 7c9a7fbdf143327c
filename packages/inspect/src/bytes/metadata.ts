/** Explains metadata: the footer, page indexes and headers. */
import { defaultLimits, type Limits, ParquetError } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import type { ExplainedBytes } from './byte-field.js';
import { type Explaining, explainBytes } from './field-list.js';
import { utf8 } from './texts.js';
import type { StructName } from './thrift/structs.js';
import { explainStructFields } from './thrift/walk.js';

/** Default value of the `mostFields` option. */
const defaultMostFields = 10_000;

/** Options that limit how much of the metadata is explained. */
export interface ExplainMetadataOptions {
  readonly limits?: Limits | undefined;
  /** Maximum number of fields without children to return. Default: 10,000. */
  readonly mostFields?: number | undefined;
  /** Offset in the explained bytes. Fields that end before this offset are only counted in `omitted`. Default: 0. */
  readonly from?: number | undefined;
}

/** Returns the initial state for explaining `bytes`. */
export function startExplaining(
  bytes: Uint8Array,
  mostFields: number = defaultMostFields,
  from: number = 0,
): Explaining {
  return { bytes, left: mostFields, from, fault: undefined };
}

/** Number of bytes that the footer length and the magic bytes take together at the end of a file. */
const endBytes = 8;

/**
 * Explains the end of a file: the footer, its length (4 bytes) and the magic bytes. Invalid bytes never throw: they become a field of the kind
 * `fault`.
 * @param bytes The bytes from the start of the footer to the end of the file. The result aliases them.
 * @param fileOffset File offset of the first of these bytes.
 * @param options `leaves`: the columns of the schema, so that minimum and maximum values can be shown as values of their columns.
 */
export function explainFooter(
  bytes: Uint8Array,
  fileOffset: number,
  options: ExplainMetadataOptions & { readonly leaves?: readonly LeafNode[] | undefined } = {},
): ExplainedBytes {
  const { limits = defaultLimits, mostFields, from, leaves } = options;
  return explainBytes(startExplaining(bytes, mostFields, from), fileOffset, (root) => {
    const end = Math.max(bytes.length - endBytes, 0);
    const magic = utf8(bytes.subarray(-4));
    const isEncrypted = magic === 'PARE';
    const struct = isEncrypted ? 'FileCryptoMetaData' : 'FileMetaData';
    root.group('thrift', struct, (list) => explainStructFields(list, struct, { limits, leaves }), end);
    if (root.position < end) {
      const meaning = isEncrypted ? 'The footer, encrypted.' : 'Bytes after the footer, such as its signature.';
      root.leaf(end, 'unknown', isEncrypted ? 'encrypted footer' : 'signature', undefined, meaning);
    }
    if (bytes.length < endBytes)
      throw new ParquetError('TRUNCATED', 'a file must end with a footer length and PAR1 or PARE');
    const length = new DataView(bytes.buffer, bytes.byteOffset + end, 4).getUint32(0, true);
    const words = 'The size in bytes of the footer before this field: a 4-byte integer, least significant byte first.';
    root.leaf(end + 4, 'length', 'footer length', String(length), words);
    if (magic !== 'PAR1' && !isEncrypted) throw new ParquetError('CORRUPT', 'a file must end with PAR1 or PARE');
    root.leaf(end + 8, 'thrift', 'magic', magic, 'Every Parquet file starts and ends with these bytes.');
  });
}

/**
 * Explains a struct of parquet.thrift, such as a page index. Invalid bytes never throw: they become a field of the kind `fault`. Bytes after the
 * struct become a field of the kind `unknown`.
 * @param bytes The bytes, which begin with the struct. The result aliases them.
 * @param fileOffset File offset of the first byte; undefined if the bytes were decrypted.
 * @param options `leaf`: the column that minimum and maximum values belong to, so that they can be shown as its values.
 */
export function explainStruct(
  bytes: Uint8Array,
  fileOffset: number | undefined,
  struct: StructName,
  options: ExplainMetadataOptions & { readonly leaf?: LeafNode | undefined } = {},
): ExplainedBytes {
  const { limits = defaultLimits, mostFields, from, leaf } = options;
  return explainBytes(startExplaining(bytes, mostFields, from), fileOffset, (root) => {
    root.group('thrift', struct, (list) => explainStructFields(list, struct, { limits, leaf }));
  });
}
