/** How strings are written: quoted for JSON, unquoted for tables and CSV. */

import type { NestedVariant } from '@marquetry/column';
import { defaultLimits, type Limits, limitError, type ParquetError } from '@marquetry/core';
import type { WriteValue } from './write-value.js';

/** Writes values that are not JSON numbers. */
export interface Style {
  /** Writes text that needs no escapes inside JSON quotes: dates, base64, `NaN`. */
  bare(text: string): string;
  /** Writes any text. */
  string(text: string): string;
}

/**
 * Binds the VARIANT column of a batch, and returns a function that writes the JSON of an entry that is not null, such as
 * `writeVariants` of `@marquetry/variant`. It is passed in, so that programs without VARIANT columns do not contain its code.
 */
export type VariantWriter = (column: NestedVariant, style: BoundedStyle) => WriteValue;

/** A style with bounds for its texts, and a writer for VARIANT columns. */
export interface BoundedStyle extends Style {
  readonly bounds: TextBounds;
  readonly variants?: VariantWriter | undefined;
}

/**
 * The maximum length of one text, and the number of characters that all columns together may still cache for
 * dictionaries.
 */
export interface TextBounds {
  readonly limits: Limits;
  readonly mostLength: number;
  keptLength: number;
}

/**
 * Bytes per character while a text is built and passed on: two in the engine, two of garbage, and up to four in UTF-8.
 */
const characterBytes = 8;
/** The share of `limits.memoryBytes` for cached texts of dictionary entries, at four bytes per character. */
const keptShare = 1 / 16;

/** Adds the bounds that the limits imply. */
export function boundedStyle(style: Style, limits: Limits = defaultLimits): BoundedStyle {
  const { memoryBytes } = limits;
  const mostLength = Math.floor(memoryBytes / characterBytes);
  const keptLength = Math.floor((memoryBytes * keptShare) / 4);
  // Call the members on the caller's object: they may be methods.
  return {
    bare: (text) => style.bare(text),
    string: (text) => style.string(text),
    bounds: { limits, mostLength, keptLength },
  };
}

/** Creates the LIMIT error of a text. */
export function textError({ limits, mostLength }: TextBounds, what: string): ParquetError {
  const size = `${what} of more than ${mostLength} characters, at ${characterBytes} bytes each while it is written,`;
  return limitError('memoryBytes', limits, size);
}

/** Writes JSON. */
export const jsonStyle: Style = {
  bare: (text) => `"${text}"`,
  string: (text) => JSON.stringify(text),
};

/** Writes plain text. A value that is neither a text nor a number (INTERVAL) remains JSON. */
export const textStyle: Style = {
  bare: (text) => text,
  string: (text) => text,
};
