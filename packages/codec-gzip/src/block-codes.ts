/**
 * The two prefix codes of a DEFLATE block: literals and lengths, and distances (RFC 1951, sections 3.2.6 and 3.2.7).
 */
import type { BitReader } from './bit-reader.js';
import { PrefixCode, rootBits } from './prefix-code.js';

/** The order in which the lengths of the code of code lengths stand. */
const lengthOrder: readonly number[] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

export function setFixedCodes(literals: PrefixCode, distances: PrefixCode): void {
  literals.fill(new Uint8Array(288).fill(8, 0, 144).fill(9, 144, 256).fill(7, 256, 280).fill(8, 280));
  // 30 and 31 have codes, and are never used.
  distances.fill(new Uint8Array(32).fill(5));
}

/** False when the bits give no valid codes. */
export function readDynamicCodes(reader: BitReader, literals: PrefixCode, distances: PrefixCode): boolean {
  const literalCount = 257 + reader.take(5);
  const distanceCount = 1 + reader.take(5);
  const orderCount = 4 + reader.take(4);
  const orderLengths = new Uint8Array(19);
  for (let i = 0; i < orderCount; i++) orderLengths[lengthOrder[i] as number] = reader.take(3);
  const lengthCode = new PrefixCode();
  if (!lengthCode.fill(orderLengths)) return false;

  const lengths = new Uint8Array(literalCount + distanceCount);
  for (let i = 0; i < lengths.length; ) {
    if (reader.count < 14) reader.refill();
    const entry = lengthCode.root[reader.hold & ((1 << rootBits) - 1)] as number;
    if (entry === 0) return false;
    reader.drop(entry & 15);
    const symbol = entry >>> 4;
    if (symbol < 16) {
      lengths[i++] = symbol;
      continue;
    }
    if (symbol === 16 && i === 0) return false;
    const length = symbol === 16 ? (lengths[i - 1] as number) : 0;
    const repeat = symbol === 16 ? 3 + reader.take(2) : symbol === 17 ? 3 + reader.take(3) : 11 + reader.take(7);
    if (repeat > lengths.length - i) return false;
    lengths.fill(length, i, i + repeat);
    i += repeat;
  }
  // A block that cannot end is none.
  if (lengths[256] === 0 || literalCount > 286 || distanceCount > 30) return false;
  return literals.fill(lengths.subarray(0, literalCount)) && distances.fill(lengths.subarray(literalCount));
}
