/** The style in which strings are written: quoted for JSON, unquoted for tables and CSV. */

import type { NestedVariant } from '@marquetry/column';
import { defaultLimits, type Limits, limitError, type ParquetError } from '@marquetry/core';
import type { WriteValue } from './write-value.js';

/** The style of values that are not JSON numbers. */
export interface Style {
  /** Writes text that needs no escapes inside JSON quotes: dates, base64, `NaN`. */
  bare(text: string): string;
  /** Writes any text. */
  string(text: string): string;
}

/**
 * Takes the VARIANT column of a batch, and returns a function that returns the JSON of an entry that is not null.
 * `writeVariants` of `@marquetry/variant` is such a function. It is passed in, so that programs without VARIANT columns
 * do not contain its code.
 */
export type VariantWriter = (column: NestedVariant, style: BoundedStyle) => WriteValue;

/** A style with limits for the length of texts, and optionally a function that writes VARIANT columns. */
export interface BoundedStyle extends Style {
  readonly bounds: TextBounds;
  readonly variants?: VariantWriter | undefined;
}

/**
 * The maximum length of one text (`mostLength`), and how many characters of dictionary texts all columns together may
 * still cache (`keptLength`).
 */
export interface TextBounds {
  readonly limits: Limits;
  readonly mostLength: number;
  keptLength: number;
}

/**
 * Bytes of memory per character while a text is built and passed on: two for the string, two for garbage, and up to
 * four for UTF-8.
 */
const characterBytes = 8;
/**
 * The fraction of `limits.memoryBytes` that cached texts of dictionary entries may take, at four bytes per character.
 */
const keptShare = 1 / 16;

/** Returns the style with the maximum lengths that follow from `limits`. */
export function boundedStyle(style: Style, limits: Limits = defaultLimits): BoundedStyle {
  const { memoryBytes } = limits;
  const mostLength = Math.floor(memoryBytes / characterBytes);
  const keptLength = Math.floor((memoryBytes * keptShare) / 4);
  // Call `bare` and `string` on the caller's object, because they may be methods that use `this`.
  return {
    bare: (text) => style.bare(text),
    string: (text) => style.string(text),
    bounds: { limits, mostLength, keptLength },
  };
}

/** Creates the LIMIT error for a text that is too long. */
export function textError({ limits, mostLength }: TextBounds, what: string): ParquetError {
  const size = `${what} of more than ${mostLength} characters, at ${characterBytes} bytes each while it is written,`;
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
