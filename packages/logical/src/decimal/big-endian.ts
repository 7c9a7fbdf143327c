/**
 * DECIMAL in bytes: a two's complement integer, big endian, of any length (LogicalTypes.md#decimal). An empty array
 * is 0.
 */

/**
 * Compares two integers. Returns a negative number, 0 or a positive number if `a` is less than, equal to or greater
 * than `b`.
 */
export function compareBigEndian(a: Uint8Array, b: Uint8Array): number {
  const signA = (a[0] ?? 0) >> 7;
  const signB = (b[0] ?? 0) >> 7;
  if (signA !== signB) return signB - signA;
  const fill = signA === 0 ? 0 : 0xff;
  const length = Math.max(a.length, b.length);
  for (let k = length; k > 0; k--) {
    const x = k > a.length ? fill : (a[a.length - k] as number);
    const y = k > b.length ? fill : (b[b.length - k] as number);
    // Integers of the same sign have the same order as their bytes, compared as unsigned.
    if (x !== y) return x - y;
  }
  return 0;
}

/**
 * Returns the index of the first significant byte. The bytes before it only repeat the sign. The last byte always
 * counts as significant.
 */
export function significantStart(bytes: Uint8Array): number {
  const sign = (bytes[0] ?? 0) > 0x7f ? 0xff : 0;
  let start = 0;
  while (start + 1 < bytes.length && bytes[start] === sign && ((bytes[start + 1] as number) ^ sign) < 0x80) start++;
  return start;
}

/** Converts bytes to an integer. This takes quadratic time, so check the length of untrusted bytes first. */
export function bigEndianToBigint(bytes: Uint8Array): bigint {
  if (bytes.length === 0) return 0n;
  let hex = '0x';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  return BigInt.asIntN(8 * bytes.length, BigInt(hex));
}

/** Returns the smallest number of bytes that can represent an integer; at least 1. */
export function bigEndianLength(integer: bigint): number {
  const magnitude = integer < 0n ? -1n - integer : integer;
  // A hexadecimal digit has four bits; the sign needs one more.
  const digits = magnitude.toString(16);
  const bits = 4 * (digits.length - 1) + (32 - Math.clz32(Number.parseInt(digits.charAt(0), 16)));
  return (bits >> 3) + 1;
}

/** Writes an integer, which must fit, to the `width` bytes at `at`. */
export function writeBigEndian(integer: bigint, bytes: Uint8Array, at: number, width: number): void {
  let rest = BigInt.asUintN(8 * width, integer);
  for (let i = at + width - 1; i >= at; i--) {
    bytes[i] = Number(rest & 0xffn);
    rest >>= 8n;
  }
}

/** Returns an integer as `width` bytes, by default as few as possible. */
export function bigEndianBytes(integer: bigint, width: number = bigEndianLength(integer)): Uint8Array {
  const bytes = new Uint8Array(width);
  writeBigEndian(integer, bytes, 0, width);
  return bytes;
}
