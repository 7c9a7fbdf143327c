/** Writes variants as JSON text. */
import type { NestedVariant } from '@marquetry/column';
import { defaultLimits, limitError, ParquetError } from '@marquetry/core';
import { type BoundedStyle, jsonStyle, type Style, type WriteValue } from '@marquetry/json';
import type { Variant } from './encoding/variant.js';
import { createScalarText, type ScalarText, scalarJson } from './scalar-text.js';
import { createVariantReader } from './shredded/reader.js';

/**
 * Returns a variant as JSON. Only the exact kinds of values are lost. Integers and decimals keep all digits, including
 * trailing zeros of a decimal. Floating-point numbers have the shortest text that parses to the same number; `"NaN"`,
 * `"Infinity"` and `"-Infinity"` are strings. Binary is base64. Dates, times and timestamps are ISO 8601 with all
 * digits of their unit, and `Z` for UTC. UUIDs have their canonical form. Fields are in stored order.
 * @throws ParquetError CORRUPT or TRUNCATED if the bytes are not a variant; LIMIT for more than 500 nested objects and
 * arrays.
 */
export function toJson(variant: Variant): string {
  try {
    return jsonOf(variant, { scalar: scalarJson, style: jsonStyle, mostLength: defaultLimits.memoryBytes / 8 });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ParquetError('LIMIT', 'the variant is too long to be written as text');
  }
}

interface Writing {
  readonly scalar: ScalarText;
  readonly style: Style;
  readonly mostLength: number;
}

function jsonOf(variant: Variant, writing: Writing): string {
  const { kind } = variant;
  if (kind === 'object') {
    let text = '{';
    for (const [name, value] of variant.entries()) {
      text += `${text.length > 1 ? ',' : ''}${JSON.stringify(name)}:${jsonOf(value, writing)}`;
      requireLength(text, writing);
    }
    return `${text}}`;
  }
  if (kind !== 'array') return writing.scalar(variant);
  let text = '[';
  for (const element of variant) {
    text += `${text.length > 1 ? ',' : ''}${jsonOf(element, writing)}`;
    requireLength(text, writing);
  }
  return `${text}]`;
}

function requireLength(text: string, { mostLength }: Writing): void {
  if (text.length > mostLength) {
    throw limitError('memoryBytes', defaultLimits, `a variant of more than ${mostLength} JSON characters`);
  }
}

/**
 * Writes the entries of VARIANT columns as JSON. Pass this function to `createRowWriter` or `createFieldWriter` of
 * `@marquetry/json`.
 */
export function writeVariants(column: NestedVariant, style: BoundedStyle): WriteValue {
  const read = createVariantReader(column.field)(column);
  const writing: Writing = { scalar: createScalarText(style), style, mostLength: style.bounds.mostLength };
  return (index) => {
    const variant = read.borrow(index);
    return variant === null ? 'null' : jsonOf(variant, writing);
  };
}
