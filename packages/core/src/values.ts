/**
 * The types of decoded values. There are four memory layouts. Each has the same buffers as an Arrow layout. Nulls are
 * never stored.
 *
 *   bits        1 bit per value, least significant first    BOOLEAN
 *   fixed       one typed array                             INT32 INT64 INT96 FLOAT DOUBLE FIXED_LEN_BYTE_ARRAY
 *   bytes       offsets + data                              BYTE_ARRAY
 *   dictionary  indices into one of the above               any
 *
 * The physical type is a separate member, `type`: code that only moves values needs only `layout` and `width`.
 */
import type { PhysicalType } from './ids.js';

/**
 * The typed array that stores the values of each fixed-width type. INT96 and FIXED_LEN_BYTE_ARRAY use `width` bytes per
 * value.
 */
export interface FixedArrays {
  readonly [PhysicalType.INT32]: Int32Array;
  readonly [PhysicalType.INT64]: BigInt64Array;
  readonly [PhysicalType.INT96]: Uint8Array;
  readonly [PhysicalType.FLOAT]: Float32Array;
  readonly [PhysicalType.DOUBLE]: Float64Array;
  readonly [PhysicalType.FIXED_LEN_BYTE_ARRAY]: Uint8Array;
}
/** A physical type whose values all have the same width. */
export type FixedType = keyof FixedArrays;

/** Values of a BOOLEAN column, with one bit per value. */
export interface BitValues {
  readonly layout: 'bits';
  readonly type: typeof PhysicalType.BOOLEAN;
  readonly length: number;
  /**
   * The bits, least significant first, starting at bit 0, in at least `ceil(length / 8)` bytes. Bits after the last
   * value are 0.
   */
  readonly data: Uint8Array;
}

/** Values of one fixed-width type, stored in one typed array. */
export interface FixedValuesOf<T extends FixedType> {
  readonly layout: 'fixed';
  readonly type: T;
  readonly length: number;
  /** Size of one value in bytes. */
  readonly width: number;
  /** The values: an array of `length` elements, or of `length * width` bytes if it is a Uint8Array. */
  readonly data: FixedArrays[T];
}
/**
 * Values of any fixed-width type. Test `type` to narrow the type of `data`: after `values.type === PhysicalType.INT64`,
 * it is a BigInt64Array.
 */
export type FixedValues = { [T in FixedType]: FixedValuesOf<T> }[FixedType];

/** Values of a BYTE_ARRAY column. Value `i` is `data.subarray(offsets[i], offsets[i + 1])`. */
export interface BytesValues {
  readonly layout: 'bytes';
  readonly type: typeof PhysicalType.BYTE_ARRAY;
  readonly length: number;
  /** The `length + 1` ascending offsets into `data`. The first offset need not be 0. */
  readonly offsets: Int32Array;
  readonly data: Uint8Array;
}

/** Values that are stored directly, not as indices into a dictionary. */
export type DirectValues = BitValues | FixedValues | BytesValues;

/**
 * Values that are stored as indices into a dictionary: value `i` is entry `indices[i]`. Every index is below
 * `dictionary.length`.
 */
export interface DictionaryValues {
  readonly layout: 'dictionary';
  readonly type: PhysicalType;
  readonly length: number;
  readonly indices: Int32Array;
  readonly dictionary: DirectValues;
}

/** The values of one column, without entries for nulls. Test `layout`, then `type`, to narrow the type. */
export type Values = DirectValues | DictionaryValues;
