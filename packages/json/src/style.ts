/**
 * How text goes into the output: quoted for JSON, as it is for tables and CSV.
 */

import type { NestedVariant } from '@marquetry/column';
import { defaultLimits, type Limits, limitError, type ParquetError } from '@marquetry/core';
import type { WriteValue } from './write-value.js';

/** How values that are no JSON numbers are written. */
export interface Style {
  /** Text that needs no escape inside JSON quotes: dates, base64, `NaN`. */
  bare(text: string): string;
  /** Any text. */
  string(text: string): string;
}

/**
 * Binds the VARIANT column of a batch: the JSON of entry `index`, which is not null. `writeVariants` of `@marquetry/variant` is one. It
 * is passed in, so that programs without VARIANT columns do not contain its code.
 */
export type VariantWriter = (column: NestedVariant, style: BoundedStyle) => WriteValue;

/** A style, what bounds text in it, and what writes VARIANT columns. */
export interface BoundedStyle extends Style {
  readonly bounds: TextBounds;
  readonly variants?: VariantWriter | undefined;
}

/** Characters that one text may have, and those that all columns may still keep of their dictionaries. */
export interface TextBounds {
  readonly limits: Limits;
  readonly mostLength: number;
  keptLength: number;
}

/**
 * Bytes that a character of a text costs while it is made and handed on: two in the engine, two of garbage, and up to four
 * in UTF-8.
 */
const characterBytes = 8;
/** The share of `limits.memoryBytes` that the texts of dictionaries may take, at four bytes per character. */
const keptShare = 1 / 16;

/** Adds the bounds that limits set. */
export function boundedStyle(style: Style, limits: Limits = defaultLimits): BoundedStyle {
  const { memoryBytes } = limits;
  const mostLength = Math.floor(memoryBytes / characterBytes);
  const keptLength = Math.floor((memoryBytes * keptShare) / 4);
  // Not a copy: members of a style may be methods of an object of the caller's.
  return {
    bare: (text) => style.bare(text),
    string: (text) => style.string(text),
    bounds: { limits, mostLength, keptLength },
  };
}

/** The LIMIT error of a text. */
export function textError({ limits, mostLength }: TextBounds, what: string): ParquetError {
  const size = `${what} of more than ${mostLength} characters, at ${characterBytes} bytes each while it is written,`;
  return limitError('memoryBytes', limits, size);
}

/** A JSON value. */
export const jsonStyle: Style = {
  bare: (text) => `"${text}"`,
  string: (text) => JSON.stringify(text),
};

/** The text itself. What is neither text nor a number (an INTERVAL) stays JSON. */
export const textStyle: Style = {
  bare: (text) => text,
  string: (text) => text,
};
