/**
 * Parses numbers in JSON syntax from the bytes of a cell. Text such as `007` and `+49` is not a number.
 *
 *   integer   -? (0 | [1-9] [0-9]*)
 *   decimal   integer (. [0-9]+)? ([eE] [+-]? [0-9]+)?
 */

const minus = 0x2d;
const plus = 0x2b;
const point = 0x2e;
const zero = 0x30;

/** Integers with at most this many digits are exact as a Number. */
const safeDigits = 15;

/** True if the text matches `-?(0|[1-9][0-9]*)`. Accepts any number of digits. */
export function isInteger(bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start] === minus ? start + 1 : start;
  return first < end && digitsEnd(bytes, first, end) === end && !(bytes[first] === zero && end > first + 1);
}

/** Parses an integer of at most 15 digits. Returns NaN for any other text. */
export function smallInteger(bytes: Uint8Array, start: number, end: number): number {
  const isNegative = bytes[start] === minus;
  const first = isNegative ? start + 1 : start;
  const digits = end - first;
  if (digits < 1 || digits > safeDigits || (digits > 1 && bytes[first] === zero)) return Number.NaN;
  let value = 0;
  for (let at = first; at < end; at++) {
    const digit = (bytes[at] as number) - zero;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return isNegative ? 0 - value : value;
}

/** Parses an integer of up to 1000 digits. Returns undefined for any other text. */
export function bigInteger(bytes: Uint8Array, start: number, end: number): bigint | undefined {
  if (end - start > 1000 || !isInteger(bytes, start, end)) return undefined;
  return BigInt(asciiText(bytes, start, end));
}

/** Powers of ten that a double represents exactly. */
const exactPowers: Float64Array = /* @__PURE__ */ Float64Array.from({ length: 23 }, (_, n) => Number(`1e${n}`));

/**
 * Returns the double nearest to a decimal; NaN for text that is not a decimal, and for numbers beyond the range of
 * doubles.
 *
 * A decimal with at most 15 digits and no exponent is the quotient of an integer and a power of ten, which are both
 * exact as doubles. The division rounds only once, so its result is the nearest double (W. D. Clinger, "How to Read
 * Floating Point Numbers Accurately", 1990). `Number` converts all other decimals.
 */
export function decimalNumber(bytes: Uint8Array, start: number, end: number): number {
  const isNegative = bytes[start] === minus;
  const first = isNegative ? start + 1 : start;
  let at = first;
  let mantissa = 0;
  for (; at < end; at++) {
    const digit = (bytes[at] as number) - zero;
    if (digit < 0 || digit > 9) break;
    mantissa = mantissa * 10 + digit;
  }
  const whole = at - first;
  if (whole === 0 || (whole > 1 && bytes[first] === zero)) return Number.NaN;
  let fraction = 0;
  if (at < end && bytes[at] === point) {
    const pointAt = at++;
    for (; at < end; at++) {
      const digit = (bytes[at] as number) - zero;
      if (digit < 0 || digit > 9) break;
      mantissa = mantissa * 10 + digit;
    }
    fraction = at - pointAt - 1;
    if (fraction === 0) return Number.NaN;
  }
  if (at === end && whole + fraction <= safeDigits) {
    const value = mantissa / (exactPowers[fraction] as number);
    return isNegative ? -value : value;
  }
  if (at < end && !isExponent(bytes, at, end)) return Number.NaN;
  const value = Number(asciiText(bytes, start, end));
  // A finite number beyond the range of doubles must not become infinite.
  return Number.isFinite(value) ? value : Number.NaN;
}

function isExponent(bytes: Uint8Array, start: number, end: number): boolean {
  if (((bytes[start] as number) | 0x20) !== 0x65) return false;
  const sign = bytes[start + 1];
  const first = sign === minus || sign === plus ? start + 2 : start + 1;
  return first < end && digitsEnd(bytes, first, end) === end;
}

function digitsEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && (bytes[at] as number) >= zero && (bytes[at] as number) <= zero + 9) at++;
  return at;
}

/** Decodes ASCII. A byte above 0x7f becomes the Latin-1 character with its code. */
export function asciiText(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  let at = start;
  // Append eight characters at a time, because appending single characters would take most of the parsing time.
  for (; at + 8 <= end; at += 8) text += eightCharacters(bytes, at);
  for (; at < end; at++) text += String.fromCharCode(bytes[at] as number);
  return text;
}

function eightCharacters(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(
    bytes[at] as number,
    bytes[at + 1] as number,
    bytes[at + 2] as number,
    bytes[at + 3] as number,
    bytes[at + 4] as number,
    bytes[at + 5] as number,
    bytes[at + 6] as number,
    bytes[at + 7] as number,
  );
}
