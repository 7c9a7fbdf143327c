import { type BytesValues, PhysicalType, type Values } from '@marquetry/core';
import { toStrings } from '@marquetry/records';
import { thrownBy } from '@marquetry/test-support/errors.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

/** Returns byte-array values whose first offset is not 0. */
function bytesOf(parts: readonly Uint8Array[]): BytesValues {
  const offsets = Int32Array.from({ length: parts.length + 1 }, () => 3);
  for (const [i, part] of parts.entries()) offsets[i + 1] = (offsets[i] ?? 0) + part.length;
  const data = new Uint8Array((offsets.at(-1) ?? 0) + 5).fill(0xff);
  for (const [i, part] of parts.entries()) data.set(part, offsets[i]);
  return { layout: 'bytes', type: PhysicalType.BYTE_ARRAY, length: parts.length, offsets, data };
}
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

describe.each([true, false])('toStrings with the option pin: %s', (pin) => {
  const texts = fc.array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.string({ unit: 'grapheme-ascii', maxLength: 40 }),
      fc.constantFrom('', '\ufeffmark'),
    ),
  );

  test('toStrings returns the strings that were encoded, for any text', () => {
    fc.assert(
      fc.property(texts, (strings) => {
        expect(toStrings(bytesOf(strings.map(encode)), { pin })).toEqual(strings);
      }),
    );
  });

  test('toStrings returns the strings of a dictionary', () => {
    const dictionary = bytesOf(['a', 'é', ''].map(encode));
    const values: Values = { layout: 'dictionary', type: 6, length: 4, indices: Int32Array.of(2, 0, 1, 0), dictionary };
    expect(toStrings(values, { pin })).toEqual(['', 'a', 'é', 'a']);
  });

  test('toStrings throws CORRUPT for bytes that are not UTF-8, with the index of the value', () => {
    const { code, reason } = thrownBy(() => toStrings(bytesOf([encode('fine'), Uint8Array.of(0x61, 0xff)]), { pin }));
    expect([code, reason]).toEqual(['CORRUPT', "value 1 is not valid UTF-8: read the column as 'bytes'"]);
  });

  test('toStrings throws CORRUPT for a character split between two values', () => {
    const [low, high] = [encode('é').subarray(0, 1), encode('é').subarray(1)];
    const { code, reason } = thrownBy(() => toStrings(bytesOf([encode('a long enough text'), low, high]), { pin }));
    expect([code, reason.startsWith('value ')]).toEqual(['CORRUPT', true]);
  });
});

test('toStrings accepts FIXED_LEN_BYTE_ARRAY, and rejects numbers', () => {
  const data = encode('abcdef');
  expect(toStrings({ layout: 'fixed', type: 7, length: 2, width: 3, data })).toEqual(['abc', 'def']);
  expect(
    thrownBy(() => toStrings({ layout: 'fixed', type: 1, length: 1, width: 4, data: Int32Array.of(1) })).code,
  ).toBe('INVALID_ARGUMENT');
});
