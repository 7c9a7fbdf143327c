/** Tests that the UTF-8 validation accepts and rejects the same bytes as the platform's TextDecoder. */
import { describe, expect, test } from 'vitest';
import { firstInvalidText } from '../src/validate/utf8.js';

const decoder = new TextDecoder('utf-8', { fatal: true });

function isText(bytes: Uint8Array): boolean {
  try {
    decoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the index of the first string that is not UTF-8. Neither the address nor the offset of the strings is a
 * multiple of 4.
 */
function firstInvalid(...texts: readonly (readonly number[])[]): number {
  const all = texts.flat();
  const data = new Uint8Array(new ArrayBuffer(all.length + 6), 3, all.length + 3);
  // The bytes before and after the strings are not valid UTF-8.
  data.fill(0xff);
  data.set(all, 1);
  const offsets = new Int32Array(texts.length + 1).fill(1);
  for (const [i, text] of texts.entries()) offsets[i + 1] = (offsets[i] as number) + text.length;
  return firstInvalidText(data, offsets, texts.length);
}

/** Bytes at the limits of the ranges in the table of RFC 3629, and the bytes next to them. */
const edges = [0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff];

/** Yields, for each possible first byte, sequences of one to four bytes. */
function* sequences(): Generator<number[]> {
  for (let first = 0; first < 256; first++) {
    yield [first];
    for (const second of edges) {
      yield [first, second];
      for (const third of first < 0xe0 ? [] : [0x7f, 0x80, 0xbf, 0xc0]) {
        yield [first, second, third];
        for (const fourth of first < 0xf0 ? [] : [0x7f, 0x80, 0xbf, 0xc0]) yield [first, second, third, fourth];
      }
    }
  }
}

test('firstInvalidText accepts and rejects the same sequences as TextDecoder, for every first byte', () => {
  const wrong: string[] = [];
  let valid = 0;
  for (const sequence of sequences()) {
    const expected = isText(Uint8Array.from(sequence)) ? -1 : 0;
    if (expected < 0) valid++;
    if (firstInvalid(sequence) !== expected) wrong.push(sequence.join(' '));
  }
  expect(wrong).toEqual([]);
  expect(valid).toBeGreaterThan(800);
});

/** Returns a copy of `text` in which the bytes starting at position `at` are replaced by `bytes`. */
function changed(text: readonly number[], at: number, ...bytes: readonly number[]): number[] {
  return text.map((byte, i) => bytes[i - at] ?? byte);
}

describe('firstInvalidText in ASCII text of any length', () => {
  test('firstInvalidText finds a byte above 0x7f at any position of ASCII text', () => {
    for (let length = 1; length <= 40; length++) {
      const ascii = Array<number>(length).fill(0x41);
      expect([length, firstInvalid(ascii)]).toEqual([length, -1]);
      for (let at = 0; at < length; at++) {
        const broken = changed(ascii, at, 0x80);
        expect([length, at, firstInvalid(broken)]).toEqual([length, at, 0]);
      }
    }
  });

  test('firstInvalidText accepts a code point of two bytes at any position of ASCII text', () => {
    for (let at = 0; at < 40; at++) {
      const text = changed(Array<number>(42).fill(0x41), at, 0xc3, 0xa4);
      expect([at, firstInvalid(text)]).toEqual([at, -1]);
    }
  });
});

describe('firstInvalidText in several strings', () => {
  const [a, umlaut] = [[0x61], [0xc3, 0xa4]];

  test('firstInvalidText returns the index of the first invalid string', () => {
    expect(firstInvalid(a, umlaut, [], umlaut, a)).toBe(-1);
    expect(firstInvalid([0xff], [0xff])).toBe(0);
    expect(firstInvalid(a, umlaut, [0xff], [0xff])).toBe(2);
    expect(firstInvalid(umlaut, a, [0xc3])).toBe(2);
    expect(firstInvalid(umlaut, [0x80])).toBe(1);
  });

  test('firstInvalidText rejects a code point that is split across two strings, although the strings are valid when joined', () => {
    expect(firstInvalid(a, [0xc3], [0xa4])).toBe(1);
    expect(firstInvalid(umlaut, [0x61, 0xe2], [0x82, 0xac])).toBe(1);
  });

  test('firstInvalidText accepts an empty list of strings', () => {
    expect(firstInvalid()).toBe(-1);
    expect(firstInvalid([], [])).toBe(-1);
  });
});
