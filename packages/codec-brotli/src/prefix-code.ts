/**
 * The prefix codes of Brotli (RFC 7932, section 3): canonical, at most 15 bits, never with unused codes.
 */
import type { BitReader } from './bit-reader.js';

/** Codes up to this long are found with one look. */
const rootBits = 9;
const rootSize = 1 << rootBits;
const rootMask = rootSize - 1;
const longest = 15;
/** In `root` where the code is longer; no symbol reaches 4095. */
const isLonger = 0xffff;

/** One code. Symbols are below 2^11. */
export class PrefixCode {
  /** By the next `rootBits` bits: symbol << 4 | length. */
  private readonly root: Uint16Array = new Uint16Array(rootSize);
  private readonly counts: Uint16Array = new Uint16Array(longest + 1);
  /** Symbols in the order of their codes. */
  private readonly symbols: Uint16Array;

  /**
   * From the lengths of the symbols 0, 1, ...; 0 is a symbol without a code. The caller has checked that they use all
   * bits, or that there is one symbol alone, which takes no bits then.
   */
  constructor(lengths: Uint8Array) {
    const { root, counts } = this;
    let used = 0;
    for (const length of lengths) {
      counts[length] = (counts[length] as number) + 1;
      if (length > 0) used++;
    }
    counts[0] = 0;
    this.symbols = new Uint16Array(used);
    if (used === 1) {
      root.fill(lengths.findIndex((length) => length > 0) << 4);
      return;
    }
    const nextCode = new Uint16Array(longest + 2);
    const nextIndex = new Uint16Array(longest + 2);
    for (let length = 1; length <= longest; length++) {
      const count = counts[length] as number;
      nextCode[length + 1] = ((nextCode[length] as number) + count) << 1;
      nextIndex[length + 1] = (nextIndex[length] as number) + count;
    }
    root.fill(isLonger);
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      const length = lengths[symbol] as number;
      if (length === 0) continue;
      const code = nextCode[length] as number;
      const index = nextIndex[length] as number;
      nextCode[length] = code + 1;
      nextIndex[length] = index + 1;
      this.symbols[index] = symbol;
      if (length > rootBits) continue;
      // Codes come with their high bit first, in a stream that gives low bits first.
      for (let i = reversed(code, length); i < rootSize; i += 1 << length) root[i] = (symbol << 4) | length;
    }
  }

  /** The next symbol of the stream. */
  read(reader: BitReader): number {
    if (reader.count < longest) reader.refill();
    let entry = this.root[reader.hold & rootMask] as number;
    if (entry === isLonger) entry = this.long(reader.hold);
    reader.drop(entry & 15);
    return entry >>> 4;
  }

  private long(bits: number): number {
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
    // Not reached: the code has no gaps.
    return 0;
  }
}

function reversed(code: number, length: number): number {
  let bits = 0;
  for (let i = 0; i < length; i++) bits |= ((code >>> i) & 1) << (length - 1 - i);
  return bits;
}
