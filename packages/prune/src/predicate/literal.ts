/**
 * Converts a literal of a predicate to the PLAIN bytes of the column's type. If the column cannot store the literal,
 * the result is its position between the values that the column can store.
 */
import { ParquetError, PhysicalType } from '@marquetry/core';
import type { Base64, WhereLiteral } from '@marquetry/file';
import { type Literal, literalOf, type UserValue } from '@marquetry/logical';
import { formatPath, type LeafNode } from '@marquetry/schema';

const digits = /^-?\d+$/;
const decimalText = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
/** The numbers that JSON cannot represent: NaN and the infinities. A predicate may contain them as text. */
const unwritten: ReadonlySet<string> = /* @__PURE__ */ new Set(['NaN', 'Infinity', '-Infinity']);

/**
 * Converts a literal so that it can be compared with the values of a column.
 * @throws ParquetError INVALID_ARGUMENT, naming the column and the literal, if they cannot be compared.
 */
export function bindLiteral(leaf: LeafNode, operator: string, value: unknown): Literal {
  return literalOf(leaf, userValueOf(leaf, operator, value));
}

/**
 * Returns the bytes of a prefix: those of a byte array, or the UTF-8 bytes of text.
 * @throws ParquetError INVALID_ARGUMENT for any other value.
 */
export function bindPrefix(leaf: LeafNode, value: unknown): Uint8Array {
  if (leaf.type === PhysicalType.BYTE_ARRAY && leaf.annotation?.kind !== 'DECIMAL') {
    const literal = bindLiteral(leaf, 'startsWith', value);
    if (literal.kind === 'exact') return literal.bytes;
  }
  throw refused(leaf, '`startsWith` requires a text or byte array column');
}

/**
 * Converts a literal to a JavaScript value that the conversions for writing the column accept.
 * @throws ParquetError INVALID_ARGUMENT for a value that cannot be compared with any column.
 */
function userValueOf(leaf: LeafNode, operator: string, value: unknown): UserValue {
  if (value === null) throw refused(leaf, `\`${operator}: null\` matches nothing: use \`isNull: true\``);
  if (isBase64(value)) return bytesOfBase64(leaf, value.base64);
  if (typeof value === 'string') return numberOfText(leaf, value) ?? value;
  if (isLiteral(value)) return value;
  throw refused(leaf, `\`${operator}\` needs a value to compare with, got ${describe(value)}`);
}

/**
 * Returns true if `value` is a single value to compare with, such as a number, rather than an object of operators, such
 * as `{ gt: 5 }`.
 */
export function isLiteral(value: unknown): value is Exclude<WhereLiteral, Base64> {
  return (
    typeof value === 'boolean' ||
    typeof value === 'number' ||
    typeof value === 'bigint' ||
    typeof value === 'string' ||
    value instanceof Uint8Array ||
    value instanceof Date
  );
}

export function isBase64(value: unknown): value is Base64 {
  if (typeof value !== 'object' || value === null) return false;
  return typeof (value as Partial<Base64>).base64 === 'string' && Object.keys(value).length === 1;
}

/**
 * Parses a number given as text. Returns `undefined` if the column does not store plain numbers, or the text is not a
 * number.
 */
function numberOfText({ type, annotation }: LeafNode, text: string): number | bigint | undefined {
  const isNumber = annotation === undefined || annotation.kind === 'INTEGER' || annotation.kind === 'FLOAT16';
  if (!isNumber) return undefined;
  if (type === PhysicalType.INT32 || type === PhysicalType.INT64) return digits.test(text) ? BigInt(text) : undefined;
  const isFloat = type === PhysicalType.FLOAT || type === PhysicalType.DOUBLE || annotation?.kind === 'FLOAT16';
  return isFloat && (unwritten.has(text) || decimalText.test(text)) ? Number(text) : undefined;
}

function bytesOfBase64(leaf: LeafNode, text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    throw refused(leaf, `\`base64\` must be valid base64, got ${JSON.stringify(text.slice(0, 40))}`);
  }
}

export function refused(leaf: LeafNode, reason: string): ParquetError {
  return new ParquetError('INVALID_ARGUMENT', reason, { column: formatPath(leaf.path) });
}

/** Describes a value of the wrong type, for error messages. */
export function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `an array of length ${value.length}`;
  if (isLiteral(value))
    return typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : String(value).slice(0, 40);
  return typeof value === 'object' ? 'an object' : typeof value;
}
