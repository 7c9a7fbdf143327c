/**
 * How prefix codes stand in a Brotli stream (RFC 7932, sections 3.4 and 3.5).
 */
import type { BitReader } from './bit-reader.js';
import { PrefixCode } from './prefix-code.js';

/** The order in which the lengths of the code of code lengths stand. */
const lengthOrder: readonly number[] = [1, 2, 3, 4, 0, 5, 17, 6, 16, 7, 8, 9, 10, 11, 12, 13, 14, 15];
/** Those lengths have a fixed code of up to 4 bits: by the next 4 bits, length << 4 | bits taken. */
const lengthEntries = Uint8Array.of(
  ...[0x02, 0x42, 0x32, 0x23, 0x02, 0x42, 0x32, 0x14],
  ...[0x02, 0x42, 0x32, 0x23, 0x02, 0x42, 0x32, 0x54],
);
const repeatPrevious = 16;

/** Reads a code over the symbols below `alphabet`. @throws ParquetError TRUNCATED or CORRUPT. */
export function readPrefixCode(reader: BitReader, alphabet: number): PrefixCode {
  const skip = reader.take(2);
  const lengths = skip === 1 ? readSimple(reader, alphabet) : readComplex(reader, alphabet, skip);
  if (lengths === undefined) throw reader.fault('Brotli prefix code is invalid');
  return new PrefixCode(lengths);
}

/** 1 to 4 symbols by name. Undefined when they are no code, as below. */
function readSimple(reader: BitReader, alphabet: number): Uint8Array | undefined {
  const width = 32 - Math.clz32(alphabet - 1);
  const count = reader.take(2) + 1;
  const lengths = new Uint8Array(alphabet);
  const symbols: number[] = [];
  for (let i = 0; i < count; i++) {
    const symbol = reader.take(width);
    if (symbol >= alphabet || symbols.includes(symbol)) return undefined;
    symbols.push(symbol);
  }
  const lopsided = count === 3 || (count === 4 && reader.take(1) === 1);
  const shape = !lopsided ? [count === 4 ? 2 : 1] : count === 3 ? [1, 2, 2] : [1, 2, 3, 3];
  symbols.forEach((symbol, i) => {
    lengths[symbol] = shape[lopsided ? i : 0] as number;
  });
  return lengths;
}

/** All symbols by their lengths, which are in a code themselves. */
function readComplex(reader: BitReader, alphabet: number, skip: number): Uint8Array | undefined {
  const lengthCode = readLengthCode(reader, skip);
  if (lengthCode === undefined) return undefined;
  const lengths = new Uint8Array(alphabet);
  let previous = 8;
  let repeat = 0;
  let repeated = 0;
  // In units of the longest code.
  let space = 1 << 15;
  let symbol = 0;
  while (symbol < alphabet && space > 0) {
    const length = lengthCode.read(reader);
    if (length < repeatPrevious) {
      repeat = 0;
      lengths[symbol++] = length;
      if (length > 0) {
        previous = length;
        space -= (1 << 15) >> length;
      }
      continue;
    }
    const width = length - 14;
    const value = length === repeatPrevious ? previous : 0;
    if (value !== repeated) repeat = 0;
    repeated = value;
    // Repeats in a row multiply: what stood before counts as the high digit.
    const before = repeat;
    repeat = (repeat > 0 ? (repeat - 2) << width : 0) + 3 + reader.take(width);
    const end = symbol + repeat - before;
    if (end > alphabet) return undefined;
    lengths.fill(value, symbol, end);
    if (value > 0) space -= (end - symbol) << (15 - value);
    symbol = end;
  }
  return space === 0 ? lengths : undefined;
}

function readLengthCode(reader: BitReader, skip: number): PrefixCode | undefined {
  const lengths = new Uint8Array(18);
  let space = 32;
  let used = 0;
  for (let i = skip; i < lengthOrder.length && space > 0; i++) {
    if (reader.count < 4) reader.refill();
    const entry = lengthEntries[reader.hold & 15] as number;
    reader.drop(entry & 15);
    const length = entry >>> 4;
    if (length === 0) continue;
    lengths[lengthOrder[i] as number] = length;
    space -= 32 >> length;
    used++;
  }
  return space === 0 || used === 1 ? new PrefixCode(lengths) : undefined;
}
