/**
 * Creates byte sequences that reveal errors in codecs: empty input, noise, long runs, words, and near and distant
 * matches.
 */
import { createRandom, type Random } from '../random.js';

/** Compressed bytes, and the bytes to which they must decompress. */
export interface PackedPage {
  /** A name for the page, used in the names of cases. */
  readonly label: string;
  readonly raw: Uint8Array;
  readonly packed: Uint8Array;
}

/** Returns uncompressed byte sequences of several kinds, each with a label. The same seed yields the same bytes. */
export function sampleBytes(seed: number): readonly (readonly [label: string, raw: Uint8Array])[] {
  const random = createRandom(seed);
  const block = noise(2000, random);
  const far = new Uint8Array(70_000 + 2 * block.length);
  far.set(block);
  far.set(block, far.length - block.length);
  return [
    ['no bytes', new Uint8Array(0)],
    ['one byte', Uint8Array.of(0x7a)],
    ['15 bytes', noise(15, random)],
    ['3,000 bytes of noise', noise(3000, random)],
    ['the same byte 70,000 times', new Uint8Array(70_000).fill(0x41)],
    ['8,000 bytes of words', words(8000, random)],
    ['4,000 bytes of numbers', numbers(500, random)],
    ['a match 70,000 bytes back', far],
  ];
}

function noise(length: number, random: Random): Uint8Array {
  return Uint8Array.from({ length }, () => random(256));
}

function words(length: number, random: Random): Uint8Array {
  const vocabulary = Array.from({ length: 60 }, () => noise(2 + random(9), random).map((byte) => 97 + (byte % 26)));
  const bytes = new Uint8Array(length).fill(32);
  for (let at = 0; at < length; ) {
    const word = vocabulary[random(vocabulary.length)] ?? new Uint8Array(1);
    bytes.set(word.subarray(0, length - at), at);
    at += word.length + 1;
  }
  return bytes;
}

/** Returns ascending little-endian 8-byte words, as in pages of timestamps. */
function numbers(count: number, random: Random): Uint8Array {
  const view = new DataView(new ArrayBuffer(8 * count));
  let value = 1_700_000_000;
  for (let i = 0; i < count; i++) {
    value += random(50);
    view.setUint32(8 * i, value, true);
  }
  return new Uint8Array(view.buffer);
}
