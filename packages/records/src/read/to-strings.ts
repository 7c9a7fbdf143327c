/**
 * Values of byte arrays to strings.
 */
import { type DirectValues, ParquetError, type Values } from '@marquetry/core';
import { decodeTexts } from './utf8.js';

/** How strings are made. */
export interface ToStringsOptions {
  /**
   * Whether strings may be slices of one text, which stays in memory while one of them does; default true. False costs a
   * decode a value of 13 bytes and more: for a few strings that are kept long.
   */
  readonly pin?: boolean;
}

/**
 * The strings of BYTE_ARRAY values, or of the bytes of FIXED_LEN_BYTE_ARRAY values. All are decoded at once; a
 * dictionary once, however many values it has. Nulls are the caller's: an empty entry is `''`, one of an empty dictionary
 * is undefined.
 * @throws ParquetError CORRUPT for bytes that are no UTF-8, naming the value (of the dictionary, where there is one);
 *   LIMIT for a value of more than 2^28 bytes; INVALID_ARGUMENT for values that are no bytes.
 */
export function toStrings(values: Values, options: ToStringsOptions = {}): string[] {
  const { pin = true } = options;
  if (values.layout !== 'dictionary') return flatStrings(values, pin);
  return gatherEntries(flatStrings(values.dictionary, pin), values.indices, values.length);
}

/** `entries[indices[i]]` for each index. */
function gatherEntries<T>(entries: readonly T[], indices: Int32Array, length: number): T[] {
  const gathered: T[] = new Array(length);
  for (let i = 0; i < length; i++) gathered[i] = entries[indices[i] as number] as T;
  return gathered;
}

/** @throws ParquetError as {@link toStrings}. */
export function flatStrings(values: DirectValues, pin: boolean): string[] {
  if (values.layout === 'bytes') return decodeTexts(values.offsets, values.data, values.length, pin);
  if (values.layout === 'fixed' && values.data instanceof Uint8Array) {
    const { data, width, length } = values;
    return decodeTexts(
      Int32Array.from({ length: length + 1 }, (_, i) => i * width),
      data,
      length,
      pin,
    );
  }
  throw new ParquetError('INVALID_ARGUMENT', `${values.layout} values of type ${values.type} are no bytes`);
}
