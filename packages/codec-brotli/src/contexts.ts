/**
 * Which prefix code is in force: by the two bytes before a literal, by the length before a distance (RFC 7932,
 * section 7).
 */
import type { BitReader } from './bit-reader.js';
import { readPrefixCode } from './prefix-code-reader.js';

export const literalContexts = 64;
export const distanceContexts = 4;

/** The context of a literal is last[byte before it] | second[byte before that]. */
export interface ContextMode {
  readonly last: Uint8Array;
  readonly second: Uint8Array;
}

// biome-ignore format: the specification's Lut0 for ASCII, sixteen a row
const asciiClass: readonly number[] = [
  0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 0, 0, 4, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  8, 12, 16, 12, 12, 20, 12, 16, 24, 28, 12, 12, 32, 12, 36, 12,
  44, 44, 44, 44, 44, 44, 44, 44, 44, 44, 32, 32, 24, 40, 28, 12,
  12, 48, 52, 52, 52, 48, 52, 52, 52, 48, 52, 52, 52, 52, 52, 48,
  52, 52, 52, 52, 52, 48, 52, 52, 52, 52, 52, 24, 12, 28, 12, 12,
  12, 56, 60, 60, 60, 56, 60, 60, 60, 56, 60, 60, 60, 60, 60, 56,
  60, 60, 60, 60, 60, 56, 60, 60, 60, 60, 60, 24, 12, 28, 12, 0,
];

/** By the number in the stream: LSB6, MSB6, UTF8, signed. */
export const contextModes: readonly ContextMode[] = [
  { last: table((byte) => byte & 63), second: table(() => 0) },
  { last: table((byte) => byte >>> 2), second: table(() => 0) },
  // Lut0 and Lut1.
  {
    last: table((byte) => asciiClass[byte] ?? (byte < 192 ? byte & 1 : 2 + (byte & 1))),
    second: steps([0, 33, 48, 58, 65, 91, 97, 123, 127, 224], [0, 1, 2, 1, 2, 1, 3, 1, 0, 2]),
  },
  // Lut2, twice.
  { last: signed().map((magnitude) => magnitude << 3), second: signed() },
];

/** One byte a context: the number of its code, below `trees`. */
export function readContextMap(reader: BitReader, size: number, trees: number): Uint8Array {
  const map = new Uint8Array(size);
  if (trees < 2) return map;
  const longestRun = reader.take(1) === 0 ? 0 : 1 + reader.take(4);
  const code = readPrefixCode(reader, trees + longestRun);
  for (let i = 0; i < size; ) {
    const symbol = code.read(reader);
    if (symbol === 0 || symbol > longestRun) {
      map[i++] = symbol === 0 ? 0 : symbol - longestRun;
      continue;
    }
    // A run of zeros, which are there already.
    i += (1 << symbol) + reader.take(symbol);
    if (i > size) throw reader.fault('Brotli context map is too long');
  }
  if (reader.take(1) === 1) undoMoveToFront(map);
  return map;
}

function undoMoveToFront(map: Uint8Array): void {
  const recent = Uint8Array.from({ length: 256 }, (_, i) => i);
  for (let i = 0; i < map.length; i++) {
    const index = map[i] as number;
    const value = recent[index] as number;
    map[i] = value;
    recent.copyWithin(1, 0, index);
    recent[0] = value;
  }
}

function signed(): Uint8Array {
  return steps([0, 1, 16, 64, 128, 192, 240, 255], [0, 1, 2, 3, 4, 5, 6, 7]);
}

/** From each of `starts` on, its value. */
function steps(starts: readonly number[], values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(256);
  starts.forEach((start, i) => {
    bytes.fill(values[i] as number, start);
  });
  return bytes;
}

function table(value: (byte: number) => number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => value(byte));
}
