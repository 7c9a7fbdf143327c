/** The style in which strings are written: quoted for JSON, unquoted for tables and CSV. */

import type { NestedVariant } from '@marquetry/column';
import { defaultLimits, type Limits, limitError, type ParquetError } from '@marquetry/core';
import type { WriteValue } from './write-value.js';

/** Determines how values other than JSON numbers are written. */
export interface Style {
  /** Writes text that does not need escapes inside JSON quotes, such as dates, base64 and `NaN`. */
  bare(text: string): string;
  /** Writes text that may need escapes inside JSON quotes. */
  string(text: string): string;
}

/**
 * Takes the VARIANT column of a batch, and returns a function that takes the index of an entry that is not null and
 * returns the JSON of the entry. Pass `writeVariants` from `@marquetry/variant`. It is an argument so that programs
 * without VARIANT columns need not contain its code.
 */
export type VariantWriter = (column: NestedVariant, style: BoundedStyle) => WriteValue;

/** A style with limits for the length of texts, and optionally a function that writes VARIANT columns. */
export interface BoundedStyle extends Style {
  readonly bounds: TextBounds;
  readonly variants?: VariantWriter | undefined;
}

/**
 * The limits of a writer: `mostLength` is the maximum length of the text of one value or row, and `keptLength` is how
 * many more characters of the text of dictionary entries may be cached, in all columns together.
 */
export interface TextBounds {
  readonly limits: Limits;
  readonly mostLength: number;
  keptLength: number;
}

/**
 * Number of bytes of memory per character while a text is written: two for the string, two for garbage, and up to four
 * for its encoding in UTF-8.
 */
const characterBytes = 8;
/**
 * The fraction of `limits.memoryBytes` that the cached texts of dictionary entries may take. A cached character counts
 * as four bytes.
 */
const keptShare = 1 / 16;

/** Returns a copy of a style, with maximum text lengths that are derived from `limits`. */
export function boundedStyle(style: Style, limits: Limits = defaultLimits): BoundedStyle {
  const { memoryBytes } = limits;
  const mostLength = Math.floor(memoryBytes / characterBytes);
  const keptLength = Math.floor((memoryBytes * keptShare) / 4);
  // Call `bare` and `string` as methods of the caller's object, because they may use `this`.
  return {
    bare: (text) => style.bare(text),
    string: (text) => style.string(text),
    bounds: { limits, mostLength, keptLength },
  };
}

/** Creates the LIMIT error for output that is too long. */
export function textError({ limits, mostLength }: TextBounds, what: string): ParquetError {
  const size = `${what} of more than ${mostLength} characters (${characterBytes} bytes each while writing)`;
  return limitError('memoryBytes', limits, size);
}

/** The style of JSON: strings are quoted and escaped. */
export const jsonStyle: Style = {
  bare: (text) => `"${text}"`,
  string: (text) => JSON.stringify(text),
};

/**
 * The style of plain text: strings are written unchanged. A value that is neither text nor a number, such as an
 * INTERVAL, is written as JSON.
 */
export const textStyle: Style = {
  bare: (text) => text,
  string: (text) => text,
};
