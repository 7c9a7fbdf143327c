/**
 * Parses JSON without rounding integers: `JSON.parse` returns 9007199254740992 for 9007199254740993.
 *
 * Before parsing, each number that must not be rounded is replaced with a string that starts with a mark: one or more
 * `#` characters, enough that the mark does not occur in the JSON text. After parsing, the mark identifies these
 * strings.
 */

/** Returns the text of the string that replaces a number; undefined to leave the number as it is. */
type MarkNumber = (text: string, start: number, end: number) => string | undefined;

/** Matches text that may contain an integer of 16 digits or more. Shorter integers are exact. */
const longNumber = /\d{16}/;

/** Parses a JSON text. Integers beyond 2^53 become bigints. Throws if the text is not JSON. */
export function parseValue(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!longNumber.test(text)) return value;
  const mark = unusedMark(text);
  const marked = markNumbers(text, (all, start, end) => {
    const number = all.slice(start, end);
    return /^-?\d{16,}$/.test(number) && !Number.isSafeInteger(Number(number)) ? mark + number : undefined;
  });
  return marked === text ? value : JSON.parse(marked, (_, inner) => unmarked(inner, mark));
}

function unmarked(value: unknown, mark: string): unknown {
  return typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value;
}

/**
 * Parses a JSON text. A number with a point or an exponent, such as 1.0, becomes the string `mark`, which does not
 * occur in the text. An integer beyond 2^53 becomes a string: `mark`, followed by the digits of the integer.
 */
export function parseWithDecimals(text: string): { readonly value: unknown; readonly mark: string } {
  // Check the syntax first, because `markNumbers` requires valid JSON.
  JSON.parse(text);
  const mark = unusedMark(text);
  const marked = markNumbers(text, (all, start, end) => {
    const number = all.slice(start, end);
    if (/[.eE]/.test(number)) return mark;
    return Number.isSafeInteger(Number(number)) ? undefined : mark + number;
  });
  return { value: JSON.parse(marked), mark };
}

/** Returns a string that does not occur in the JSON text. */
function unusedMark(text: string): string {
  let mark = '#';
  while (text.includes(mark)) mark += '#';
  return mark;
}

/** Replaces numbers with the strings that `markOf` returns. `text` must be valid JSON. */
function markNumbers(text: string, markOf: MarkNumber): string {
  let marked = '';
  let done = 0;
  for (let at = 0; at < text.length; ) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) at = stringEnd(text, at);
    else if (unit === 0x2d || (unit >= 0x30 && unit <= 0x39)) {
      const start = at;
      while (at < text.length && isNumberUnit(text.charCodeAt(at))) at++;
      const mark = markOf(text, start, at);
      if (mark === undefined) continue;
      marked += `${text.slice(done, start)}"${mark}"`;
      done = at;
    } else at++;
  }
  return marked + text.slice(done);
}

function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x5c) at++;
    else if (unit === 0x22) return at + 1;
  }
  return text.length;
}

/** True for a character of a number: `0-9 + - . e E`. */
function isNumberUnit(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || unit === 0x2b || unit === 0x2d || unit === 0x2e || (unit | 0x20) === 0x65;
}
