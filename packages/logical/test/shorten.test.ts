import { compareBytes, shortenMax, shortenMin } from '@marquetry/logical';
import { hex } from '@marquetry/test-support/hex.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const utf8 = new TextEncoder();
const strict = new TextDecoder('utf-8', { fatal: true });
const bytes = (text: string): Uint8Array => utf8.encode(text);

test('shortening does not change bounds that are short enough or whose order forbids shortening', () => {
  const value = bytes('abcd');
  for (const shorten of [shortenMin, shortenMax]) {
    for (const shortens of ['text', 'binary', 'not'] as const) {
      expect(shorten(value, 4, shortens)).toEqual({ bytes: value, isExact: true });
      expect(shorten(value, 4, shortens).bytes).toBe(value);
    }
    expect(shorten(value, 1, 'not')).toEqual({ bytes: value, isExact: true });
  }
});

describe('shortening binary bounds', () => {
  test.each([
    ['6162636465', 4, '61626364', '61626365'],
    ['6162ffff65', 4, '6162ffff', '6163'],
    ['61ff', 1, '61', '62'],
    ['00ff', 1, '00', '01'],
    // In text, these bytes would be parts of a code point.
    ['61808080', 2, '6180', '6181'],
  ])('the binary value %s, shortened to %d bytes, is %s as a minimum and %s as a maximum', (value, most, min, max) => {
    expect(shortenMin(hex(value), most, 'binary')).toEqual({ bytes: hex(min), isExact: false });
    expect(shortenMax(hex(value), most, 'binary')).toEqual({ bytes: hex(max), isExact: false });
  });

  test('a binary maximum whose prefix cannot be increased is not shortened', () => {
    expect(shortenMax(hex('ffffff61'), 3, 'binary')).toEqual({ bytes: hex('ffffff61'), isExact: true });
    expect(shortenMax(hex('61'), 0, 'binary')).toEqual({ bytes: hex('61'), isExact: true });
    expect(shortenMin(hex('61'), 0, 'binary')).toEqual({ bytes: hex(''), isExact: false });
  });
});

describe('shortening text bounds', () => {
  test.each([
    ['a code point that does not fit is dropped', 'Zürich', 2, 'Z', '['],
    ['a code point that fits is kept, and increased in the maximum', 'Zürich', 3, 'Zü', 'Zý'],
    ['surrogates are not code points of text', 'a\ud7ffx', 4, 'a\ud7ff', 'a\ue000'],
    ['the last code point of one byte has no successor of one byte', 'a\u007f\u007fx', 3, 'a\u007f\u007f', 'b'],
    ['the last code point of two bytes has no successor of two bytes', 'a\u07ffx', 3, 'a\u07ff', 'b'],
    ['the last code point of three bytes has no successor of three bytes', 'a\uffffx', 4, 'a\uffff', 'b'],
    ['the last code point of Unicode has no successor', 'a\u{10ffff}x', 5, 'a\u{10ffff}', 'b'],
    ['a code point of four bytes that ends in bf bf has a successor', '\u{103fff}x', 4, '\u{103fff}', '\u{104000}'],
    ['a code point of four bytes that ends in 8f bf bf has a successor', '\u{4ffff}x', 4, '\u{4ffff}', '\u{50000}'],
    ['a carry goes through continuation bytes', '\u{3ffff}x', 4, '\u{3ffff}', '\u{40000}'],
  ])('a text bound is shortened between code points: %s', (_, value, most, min, max) => {
    expect(shortenMin(bytes(value), most, 'text')).toEqual({ bytes: bytes(min), isExact: false });
    expect(shortenMax(bytes(value), most, 'text')).toEqual({ bytes: bytes(max), isExact: false });
  });

  test('a text maximum whose prefix cannot be increased is not shortened', () => {
    const last = bytes('\u{10ffff}\u{10ffff}');
    expect(shortenMax(last, 4, 'text')).toEqual({ bytes: last, isExact: true });
  });

  test('text bounds that are not valid UTF-8 remain valid bounds after shortening', () => {
    const parts = hex('808080');
    expect(shortenMin(parts, 2, 'text')).toEqual({ bytes: hex(''), isExact: false });
    expect(shortenMax(parts, 2, 'text')).toEqual({ bytes: parts, isExact: true });
  });

  test('the last code point of a shortened maximum is increased to the next one, unless the next one is longer in UTF-8', () => {
    for (let point = 0; point < 0x10ffff; point = point < 0x1000 ? point + 1 : point + 61) {
      if (point >= 0xd800 && point <= 0xdfff) continue;
      const value = bytes(String.fromCodePoint(point, 0x61));
      const length = value.length - 1;
      const after = point === 0xd7ff ? 0xe000 : point + 1;
      const next = bytes(String.fromCodePoint(after));
      const raised = shortenMax(value, length, 'text');
      expect([point, raised.bytes]).toEqual([point, next.length === length ? next : value]);
    }
  });
});

test('a shortened bound remains a valid bound, has at most the requested length unless it is exact, and remains UTF-8 if it is text', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 30 }).map(bytes);
  const shortens = fc.constantFrom('text' as const, 'binary' as const);
  fc.assert(
    fc.property(text, fc.nat(40), shortens, (value, most, how) => {
      const [min, max] = [shortenMin(value, most, how), shortenMax(value, most, how)];
      expect(Math.sign(compareBytes(min.bytes, value))).toBe(min.isExact ? 0 : -1);
      expect(Math.sign(compareBytes(max.bytes, value))).toBe(max.isExact ? 0 : 1);
      expect(min.bytes.length).toBeLessThanOrEqual(most);
      if (!max.isExact) expect(max.bytes.length).toBeLessThanOrEqual(most);
      if (how === 'text') expect([strict.decode(min.bytes), strict.decode(max.bytes)]).toHaveLength(2);
    }),
    { numRuns: 1000 },
  );
});
