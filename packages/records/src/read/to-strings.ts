/** Converts byte-array values to strings. */
import { type DirectValues, nameOf, ParquetError, PhysicalType, type Values } from '@marquetry/core';
import { decodeTexts } from './utf8.js';

/** Options for creating strings. */
export interface ToStringsOptions {
  /**
   * True if strings may be slices of one long string, which stays in memory as long as any slice does; default true. If
   * false, each value of at least 13 bytes is decoded separately: use false if you keep a few strings for a long time.
   */
  readonly pin?: boolean;
}

/**
 * Decodes BYTE_ARRAY or FIXED_LEN_BYTE_ARRAY values to strings. All values are decoded together; a dictionary is
 * decoded once, however many values refer to it. Nulls are not handled: a null that is stored as an empty value becomes
 * `''`, and an index into an empty dictionary yields undefined.
 * @throws ParquetError CORRUPT, with the index of the value (in the dictionary, if there is one), for bytes that are
 * not UTF-8; LIMIT for a value of more than 2^28 bytes; INVALID_ARGUMENT for values that are not byte arrays.
 */
export function toStrings(values: Values, options: ToStringsOptions = {}): string[] {
  const { pin = true } = options;
  if (values.layout !== 'dictionary') return flatStrings(values, pin);
  return gatherEntries(flatStrings(values.dictionary, pin), values.indices, values.length);
}

/** Returns an array with the dictionary entry for each index. */
function gatherEntries<T>(entries: readonly T[], indices: Int32Array, length: number): T[] {
  const gathered: T[] = new Array(length);
  for (let i = 0; i < length; i++) gathered[i] = entries[indices[i] as number] as T;
  return gathered;
}

/**
 * Decodes values that are not dictionary indices.
 * @throws ParquetError as {@link toStrings} does.
 */
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
  throw new ParquetError(
    'INVALID_ARGUMENT',
    `\`values\` must be byte arrays, got ${nameOf(PhysicalType, values.type)}`,
  );
}
