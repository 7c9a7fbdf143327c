/**
 * The prefix codes of DEFLATE (RFC 1951, section 3.2.2): canonical, given by their lengths, at most 15 bits.
 */

/** Codes up to this long are found with one look; a longer one is rarer than 1 in 1024. */
export const rootBits = 10;
const rootSize = 1 << rootBits;
const longest = 15;

/** One code, to be refilled for each block. Symbols are below 2^12. */
export class PrefixCode {
  /** By the next `rootBits` bits: symbol << 4 | length; 0 where the code is longer, or none. */
  readonly root: Uint16Array = new Uint16Array(rootSize);
  /** How many symbols have each length. */
  private readonly counts: Uint16Array = new Uint16Array(longest + 1);
  /** Symbols in the order of their codes. */
  private readonly symbols: Uint16Array = new Uint16Array(288);

  /**
   * Takes the lengths of the symbols 0, 1, ...; 0 is a symbol without a code. False when they are no prefix code: one
   * that leaves bits unused is allowed only when it has at most one symbol, of 1 bit, as zlib has it.
   */
  fill(lengths: Uint8Array): boolean {
    const { root, counts, symbols } = this;
    counts.fill(0);
    for (const length of lengths) counts[length] = (counts[length] as number) + 1;
    counts[0] = 0;
    const nextCode = new Uint16Array(longest + 2);
    const nextIndex = new Uint16Array(longest + 2);
    let free = 1;
    let used = 0;
    for (let length = 1; length <= longest; length++) {
      const count = counts[length] as number;
      free = free * 2 - count;
      if (free < 0) return false;
      used += count;
      nextCode[length + 1] = ((nextCode[length] as number) + count) << 1;
      nextIndex[length + 1] = (nextIndex[length] as number) + count;
    }
    if (free > 0 && used !== counts[1]) return false;

    root.fill(0);
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      const length = lengths[symbol] as number;
      if (length === 0) continue;
      const code = nextCode[length] as number;
      const index = nextIndex[length] as number;
      nextCode[length] = code + 1;
      nextIndex[length] = index + 1;
      symbols[index] = symbol;
      if (length > rootBits) continue;
      // Codes come with their high bit first, in a stream that gives low bits first.
      for (let i = reversed(code, length); i < rootSize; i += 1 << length) root[i] = (symbol << 4) | length;
    }
    return true;
  }

  /** For codes that {@link root} does not have: symbol << 4 | length by the next 15 bits, or 0 for none. */
  long(bits: number): number {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length <= longest; length++) {
      code |= bits & 1;
      bits >>>= 1;
      const count = this.counts[length] as number;
      if (code - first < count) return ((this.symbols[index + code - first] as number) << 4) | length;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    return 0;
  }
}

function reversed(code: number, length: number): number {
  let bits = 0;
  for (let i = 0; i < length; i++) bits |= ((code >>> i) & 1) << (length - 1 - i);
  return bits;
}
