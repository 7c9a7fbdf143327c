/** The meaning of a range of bytes, as a tree: a field contains the fields that it is made of. */

/** One field in a sequence of bytes, such as a field of a header, a run of levels or a value. */
export interface ByteField {
  /** Index of the first byte of the field. */
  readonly start: number;
  /** Index after the last byte of the field. Fields that are smaller than a byte share bytes with their neighbours. */
  readonly end: number;
  /** The first bit in the byte `start`, and the number of bits; undefined for fields of whole bytes. */
  readonly bits?: { readonly from: number; readonly count: number } | undefined;
  /** The kind of field, for a colour: fields of one kind look alike. */
  readonly kind: ByteFieldKind;
  /** The name in the specification if it has one, such as `uncompressed_page_size`; otherwise a short English name, such as `bit-packed run`. */
  readonly name: string;
  /** The value as text, such as `1024` or `RLE_DICTIONARY`; undefined for fields that only contain others. */
  readonly value?: string | undefined;
  /** One sentence that explains the field to a reader who does not know the encoding; undefined where the name says it all. */
  readonly meaning?: string | undefined;
  /** The fields inside, in the order of their bytes. */
  readonly children: readonly ByteField[];
  /** Number of children that were left out, because `mostFields` was reached or because they end before `from`. */
  readonly omitted?: number | undefined;
}

export type ByteFieldKind =
  | 'thrift'
  | 'length'
  | 'run-header'
  | 'levels'
  | 'indices'
  | 'delta-header'
  | 'miniblock'
  | 'values'
  | 'compressed'
  | 'fault'
  | 'unknown';

/** A sequence of bytes and the meaning of each. */
export interface ExplainedBytes {
  readonly bytes: Uint8Array;
  /** File offset of the first byte; undefined if the bytes are not in the file as they are here, because they were decompressed or decrypted. */
  readonly fileOffset: number | undefined;
  readonly fields: readonly ByteField[];
}
