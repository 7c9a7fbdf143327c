/**
 * Converts JSON text (RFC 8259) to variants.
 *
 *   integer without fraction or exponent   int32, int64, or decimal16 of scale 0 up to 38 digits
 *   any other number                       double if it represents the same number; otherwise a decimal up to 38 digits
 *   a number that neither can represent    the nearest double; an error if it is infinite
 *
 * `JSON.parse` would round integers above 2^53 and fractions of more than 17 digits.
 */
import { ParquetError } from '@marquetry/core';
import { parseDecimal, unscaledOf } from '@marquetry/logical';
import type { Variant } from '../encoding/variant.js';
import { maxDepth } from '../encoding/view.js';
import { toVariant } from './encode.js';
import { typedVariant } from './typed.js';

/**
 * Converts a JSON text to a variant. If an object has several fields with the same name, the last one is used, as in
 * `JSON.parse`.
 * @throws ParquetError INVALID_ARGUMENT, with the position in the text, if the text is not JSON, or has more than 500 nested objects and arrays.
 */
export function fromJson(text: string): Variant {
  const parser: Parser = { text, at: 0 };
  const value = parseValue(parser, 0);
  skipSpace(parser);
  if (parser.at < text.length) throw fault(parser, 'the end of the text');
  return toVariant(value);
}

interface Parser {
  readonly text: string;
  at: number;
}

function parseValue(parser: Parser, depth: number): unknown {
  skipSpace(parser);
  switch (parser.text[parser.at]) {
    case '{':
      return parseObject(parser, depth);
    case '[':
      return parseArray(parser, depth);
    case '"':
      return parseString(parser);
    case 't':
      return parseWord(parser, 'true', true);
    case 'f':
      return parseWord(parser, 'false', false);
    case 'n':
      return parseWord(parser, 'null', null);
    default:
      return parseNumber(parser);
  }
}

function parseObject(parser: Parser, depth: number): Map<string, unknown> {
  const object = new Map<string, unknown>();
  open(parser, depth);
  if (closes(parser, '}')) return object;
  for (;;) {
    skipSpace(parser);
    if (parser.text[parser.at] !== '"') throw fault(parser, 'a string as the name of a field');
    const name = parseString(parser);
    expect(parser, ':');
    object.set(name, parseValue(parser, depth + 1));
    if (closes(parser, '}')) return object;
    expect(parser, ',');
  }
}

function parseArray(parser: Parser, depth: number): unknown[] {
  const array: unknown[] = [];
  open(parser, depth);
  if (closes(parser, ']')) return array;
  for (;;) {
    array.push(parseValue(parser, depth + 1));
    if (closes(parser, ']')) return array;
    expect(parser, ',');
  }
}

function open(parser: Parser, depth: number): void {
  if (depth >= maxDepth) throw fault(parser, `at most ${maxDepth} nested objects and arrays`);
  parser.at++;
}

function closes(parser: Parser, bracket: string): boolean {
  skipSpace(parser);
  if (parser.text[parser.at] !== bracket) return false;
  parser.at++;
  return true;
}

function expect(parser: Parser, character: string): void {
  skipSpace(parser);
  if (parser.text[parser.at] !== character) throw fault(parser, `'${character}'`);
  parser.at++;
}

function parseWord<T>(parser: Parser, word: string, value: T): T {
  if (!parser.text.startsWith(word, parser.at)) throw fault(parser, 'a value');
  parser.at += word.length;
  return value;
}

const stringToken = /"(?:[^"\\]|\\.)*"/sy;

/** Finds the end of a string, and decodes the string with `JSON.parse`. */
function parseString(parser: Parser): string {
  stringToken.lastIndex = parser.at;
  const [token] = stringToken.exec(parser.text) ?? [];
  if (token === undefined) throw fault(parser, 'the end of the string');
  try {
    const value = JSON.parse(token) as string;
    parser.at += token.length;
    return value;
  } catch {
    throw fault(parser, 'a string without control characters or unknown escapes');
  }
}

const numberToken = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;

function parseNumber(parser: Parser): unknown {
  numberToken.lastIndex = parser.at;
  const [token, fraction, exponent] = numberToken.exec(parser.text) ?? [];
  if (token === undefined) throw fault(parser, 'a value');
  parser.at += token.length;
  const number = Number(token);
  if (!Number.isFinite(number))
    throw fault({ ...parser, at: parser.at - token.length }, 'a number within the range of a double');
  if (fraction === undefined && exponent === undefined) return integerOf(token, number);
  if (isSameNumber(token, number))
    return Object.is(number, -0) || !Number.isInteger(number) ? number : wholeDouble(number);
  const decimal = parseDecimal(token);
  const scale = decimal === undefined ? 0 : Math.max(0, -decimal.exponent);
  const unscaled = decimal === undefined ? undefined : unscaledOf(decimal, scale, 38)?.integer;
  if (unscaled === undefined || scale > 38) return wholeDouble(number);
  return typedVariant('decimal16', { unscaled, scale });
}

/** Returns the number as a variant of kind `double`, because `toVariant` would convert whole numbers to int32. */
function wholeDouble(number: number): Variant {
  return typedVariant('double', number);
}

function integerOf(token: string, number: number): unknown {
  if (Object.is(number, -0) || (number | 0) === number) return number;
  // A decimal cannot have this many digits, and the time to parse them would grow faster than their number.
  if (token.length > 40) return wholeDouble(number);
  const integer = BigInt(token);
  return integer >= 10n ** 38n || integer <= -(10n ** 38n) ? wholeDouble(number) : integer;
}

/** Returns true if the shortest text of the double represents the same number as the token. */
function isSameNumber(token: string, number: number): boolean {
  const [wanted, found] = [parseDecimal(token), parseDecimal(String(number))];
  if (wanted === undefined || found === undefined) return false;
  const [a, b] = [withoutZeros(wanted), withoutZeros(found)];
  return a.digits === b.digits && (a.digits === '' || a.exponent === b.exponent);
}

function withoutZeros({ digits, exponent }: { readonly digits: string; readonly exponent: number }): {
  readonly digits: string;
  readonly exponent: number;
} {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end--;
  return { digits: digits.slice(0, end), exponent: exponent + digits.length - end };
}

function skipSpace(parser: Parser): void {
  const { text } = parser;
  for (;;) {
    const unit = text.charCodeAt(parser.at);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
    parser.at++;
  }
}

function fault({ text, at }: Parser, wanted: string): ParquetError {
  const found = at < text.length ? JSON.stringify(text.slice(at, at + 10)) : 'the end';
  return new ParquetError('INVALID_ARGUMENT', `expected ${wanted} at character ${at} of the JSON, got ${found}`);
}
