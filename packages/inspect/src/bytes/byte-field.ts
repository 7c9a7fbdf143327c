/** The meaning of a range of bytes, as a tree: a field contains the smaller fields that it consists of. */

/** One field in a sequence of bytes, such as a field of a header, a run of levels or a value. */
export interface ByteField {
  /** Index of the first byte of the field. */
  readonly start: number;
  /** Index after the last byte of the field. Fields that are smaller than a byte share bytes with their neighbors. */
  readonly end: number;
  /** The bits of the field; undefined for fields of whole bytes. */
  readonly bits?: ByteFieldBits | undefined;
  /** The kind of the field, from which a display can choose a color. */
  readonly kind: ByteFieldKind;
  /** The name in the specification if it has one, such as `uncompressed_page_size`; otherwise a short English name, such as `bit-packed run`. */
  readonly name: string;
  /** The value as text, such as `1024` or `RLE_DICTIONARY`; undefined for fields that only contain others. */
  readonly value?: string | undefined;
  /** One sentence that explains the field to a reader who does not know the encoding; undefined if the name needs no explanation. */
  readonly meaning?: string | undefined;
  /** The fields that this field consists of, in ascending order of offset. */
  readonly children: readonly ByteField[];
  /**
   * Number of children that were left out, because the `mostFields` option was reached or because they end before the `from` option.
   * Their bytes are the gaps between the children: a field without `omitted` has no gaps.
   */
  readonly omitted?: number | undefined;
}

/** The bits of a field that is part of a byte, or crosses byte boundaries. */
export interface ByteFieldBits {
  /** Number of the first bit within the byte at `start`: 0 is the least significant bit, unless `highFirst` is true. */
  readonly from: number;
  /** Number of bits, which can be more than 8. */
  readonly count: number;
  /** True if bits are numbered from the most significant bit (0) to the least significant bit (7) of each byte. */
  readonly highFirst?: true | undefined;
}

/** The kinds of fields. The inspector shows each kind in its own color. */
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

/**
 * A sequence of bytes, divided into fields that explain each byte. The fields are in ascending order of offset and cover all bytes. A field can
 * have 0 bytes, such as the field of an empty string.
 */
export interface ExplainedBytes {
  readonly bytes: Uint8Array;
  /** File offset of the first byte; undefined if the bytes were decompressed or decrypted, as the file contains them only in another form. */
  readonly fileOffset: number | undefined;
  readonly fields: readonly ByteField[];
}
