/**
 * How text goes into the output: quoted for JSON, as it is for tables and CSV.
 */

import { defaultLimits, type Limits, limitError, type ParquetError } from '@marquetry/core';

/** How values that are no JSON numbers are written. */
export interface Style {
  /** Text that needs no escape inside JSON quotes: dates, base64, `NaN`. */
  bare(text: string): string;
  /** Any text. */
  string(text: string): string;
}

/** A style, and what bounds text in it. */
export interface BoundedStyle extends Style {
  readonly bounds: TextBounds;
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
