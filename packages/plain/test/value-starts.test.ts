import { isParquetError, PhysicalType } from '@marquetry/core';
import { plain, valueStarts } from '@marquetry/plain';
import { expect, test } from 'vitest';

// Three values: "ab", "", "cde", then bytes that must not be read.
const page = Uint8Array.of(2, 0, 0, 0, 97, 98, 0, 0, 0, 0, 3, 0, 0, 0, 99, 100, 101, 0xff, 0xff);

test('valueStarts returns the position of the first byte of each value, after its length', () => {
  const starts = valueStarts(page, 3);
  expect([...starts]).toEqual([4, 10, 14, 21]);
  const values = [0, 1, 2].map((i) => page.subarray(starts[i], (starts[i + 1] as number) - 4));
  expect(values.map((value) => new TextDecoder().decode(value))).toEqual(['ab', '', 'cde']);
  expect([...valueStarts(page, 0)]).toEqual([4]);
});

test('valueStarts finds the values that the encoder wrote', () => {
  const encoder = plain.encoder({ type: PhysicalType.BYTE_ARRAY, width: 0 });
  const words = Array.from({ length: 300 }, (_, i) => new Uint8Array((i * 7) % 130).fill(i));
  const offsets = new Int32Array(words.length + 1);
  for (const [i, word] of words.entries()) offsets[i + 1] = (offsets[i] as number) + word.length;
  const data = new Uint8Array(offsets[words.length] as number);
  for (const [i, word] of words.entries()) data.set(word, offsets[i]);
  encoder.write({ layout: 'bytes', type: PhysicalType.BYTE_ARRAY, length: words.length, offsets, data }, 0, 300);
  const bytes = encoder.finish();
  const starts = valueStarts(bytes, words.length);
  for (const [i, word] of words.entries()) {
    expect(bytes.subarray(starts[i], (starts[i + 1] as number) - 4)).toEqual(word);
  }
});

test.each([
  ['a truncated page', page.subarray(0, 15), 3, 'TRUNCATED'],
  ['a forged value count', page, 2 ** 31, 'TRUNCATED'],
  ['a negative length', Uint8Array.of(0xff, 0xff, 0xff, 0xff, 1), 1, 'TRUNCATED'],
  ['a negative count', page, -1, 'INVALID_ARGUMENT'],
  ['a fractional count', page, 1.5, 'INVALID_ARGUMENT'],
])('valueStarts throws for %s', (_, bytes, count, code) => {
  expect(() => valueStarts(bytes, count)).toThrow(
    expect.toSatisfy((error: unknown) => isParquetError(error) && error.code === code),
  );
});
