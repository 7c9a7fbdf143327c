/**
 * Finds the position of a caller's value in the sort order of a column, so that it can be compared with stored bounds.
 */
import { ParquetError, PhysicalType } from '@marquetry/core';
import { formatPath, type LeafNode } from '@marquetry/schema';
import type { ValueOrder } from '../order/value-order.js';
import { uuidBytes, writeUuid } from '../uuid.js';
import { decimalLiteral } from './decimal-literal.js';
import type { Literal, UserValue } from './literal.js';
import { floatLiteral, integerLiteral } from './number-literal.js';
import { dateLiteral, int96Literal, timeLiteral } from './temporal-literal.js';

/**
 * Finds the position of a value in the sort order of a column.
 *
 * | column | accepts |
 * |---|---|
 * | BOOLEAN | boolean |
 * | INT32, INT64, INTEGER | number, bigint |
 * | FLOAT, DOUBLE, FLOAT16 | number, bigint |
 * | DECIMAL | text such as `'1.50'`, number (its shortest text), bigint (a whole number), Uint8Array if values are byte arrays |
 * | DATE | days as number or bigint, `'2020-01-31'`, Date |
 * | TIME, TIMESTAMP | units as number or bigint, ISO 8601 text; TIMESTAMP: Date |
 * | INT96 | nanoseconds since 1970 as bigint or safe integer, ISO 8601 text without a zone, Date |
 * | STRING, ENUM, JSON, BSON, BYTE_ARRAY | string, Uint8Array |
 * | UUID | text, Uint8Array |
 * | FIXED_LEN_BYTE_ARRAY and all others | Uint8Array |
 *
 * @throws ParquetError INVALID_ARGUMENT, naming the column, for a value that cannot be compared with the column.
 */
export function literalOf(leaf: LeafNode, value: UserValue): Literal {
  const found = find(leaf, value);
  if (found !== undefined) return found;
  const column = leaf.annotation?.kind ?? nameOfType(leaf.type);
  const shown = typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : describe(value);
  throw new ParquetError('INVALID_ARGUMENT', `${shown} cannot be compared with ${column} values`, {
    column: formatPath(leaf.path),
  });
}

/**
 * Compares a stored bound with a value. Returns a negative number, 0 or a positive number if the bound is less than,
 * equal to or greater than the value. -0 and +0 are equal.
 * @returns undefined if the bound or the value is NaN.
 */
export function compareBound(order: ValueOrder, bound: Uint8Array, literal: Literal): number | undefined {
  switch (literal.kind) {
    case 'exact':
      return order.compareNumbers(bound, literal.bytes);
    case 'gap':
      return order.compareNumbers(bound, literal.after) <= 0 ? -1 : 1;
    case 'below':
      return 1;
    case 'above':
      return -1;
    case 'nan':
      return undefined;
  }
}

function find(leaf: LeafNode, value: UserValue): Literal | undefined {
  const { type, width, annotation } = leaf;
  switch (annotation?.kind) {
    case 'DECIMAL':
      return decimalLiteral(leaf, annotation, value);
    case 'DATE':
      return dateLiteral(value);
    case 'TIME':
    case 'TIMESTAMP':
      return timeLiteral(leaf, annotation, value);
    case 'FLOAT16':
      return floatLiteral(2, value);
    case 'UUID':
      return typeof value === 'string' ? uuidLiteral(value) : bytesLiteral(value, uuidBytes);
    default:
  }
  switch (type) {
    case PhysicalType.BOOLEAN:
      return typeof value === 'boolean' ? { kind: 'exact', bytes: Uint8Array.of(value ? 1 : 0) } : undefined;
    case PhysicalType.INT32:
    case PhysicalType.INT64: {
      const isSigned = annotation?.kind !== 'INTEGER' || annotation.isSigned;
      return integerLiteral(type, isSigned, value);
    }
    case PhysicalType.FLOAT:
    case PhysicalType.DOUBLE:
      return floatLiteral(width, value);
    case PhysicalType.INT96:
      return int96Literal(value);
    case PhysicalType.BYTE_ARRAY:
      return typeof value === 'string' ? textLiteral(value) : bytesLiteral(value, undefined);
    default:
      return bytesLiteral(value, width);
  }
}

function bytesLiteral(value: UserValue, width: number | undefined): Literal | undefined {
  if (!(value instanceof Uint8Array)) return undefined;
  // Bytes that are shorter or longer than the column's values fall into a gap between two values, because a prefix comes
  // before longer arrays.
  return width === undefined || value.length === width
    ? { kind: 'exact', bytes: value }
    : { kind: 'gap', after: value };
}

const encoder: TextEncoder = /* @__PURE__ */ new TextEncoder();

/**
 * Converts text to its UTF-8 bytes, by which text is ordered. Returns undefined for text with an unpaired surrogate,
 * which UTF-8 cannot represent.
 */
function textLiteral(value: string): Literal | undefined {
  return /\p{Surrogate}/u.test(value) ? undefined : { kind: 'exact', bytes: encoder.encode(value) };
}

function uuidLiteral(value: string): Literal | undefined {
  const bytes = new Uint8Array(uuidBytes);
  return writeUuid(value, bytes, 0) ? { kind: 'exact', bytes } : undefined;
}

function nameOfType(type: PhysicalType): string {
  return Object.entries(PhysicalType).find(([, id]) => id === type)?.[0] ?? String(type);
}

function describe(value: UserValue): string {
  if (value instanceof Uint8Array) return `a Uint8Array of ${value.length} bytes`;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'an invalid Date' : 'a Date';
  return `the ${typeof value} ${String(value).slice(0, 40)}`;
}
