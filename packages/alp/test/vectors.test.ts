import { describe, expect, test } from 'vitest';
import { vectors as made } from '../scripts/make-vectors.mjs';
import vectors from '../vectors/vectors.json';
import { bitsOf, double, encode, faultOf, float, hex, open, valuesOf } from './pages.js';
import { readReference } from './reference.js';

const pageOf = (fields: readonly (readonly string[])[]): Uint8Array => hex(fields.map(([text]) => text).join(''));
const junk = hex('a5 5a ff 00 a5 5a ff 00 a5 5a ff 00');

test('the published vectors equal what scripts/make-vectors.mjs generates', () => {
  expect(vectors).toEqual(JSON.parse(JSON.stringify(made)));
});

test('the worked example in AlpEncoding.md is a vector of 31 bytes in a page of 42 bytes', () => {
  const page = vectors.pages.find(({ name }) => name.includes('worked example'));
  expect(pageOf(page!.fields)).toHaveLength(42);
  const written = encode(
    valuesOf(double, ['4097700000000000', '7ff8000000000000', '40a3880000000000', '4074d80000000000']),
    { exponent: 4, factor: 3 },
  );
  expect(written).toHaveLength(42);
  // The offsets end at byte 7 + 4. The vector starts there, and ends with the page.
  expect(written.subarray(11)).toHaveLength(31);
  expect(written).toEqual(pageOf(page!.fields));
});

describe.each(vectors.pages)('published ALP test vector: $name', ({ type, fields, values }) => {
  const column = type === 'FLOAT' ? float : double;
  const page = pageOf(fields);
  const withJunk = new Uint8Array([...page, ...junk]);

  test('the decoder reads a published test vector, and ignores bytes after it', () => {
    const decoder = open(column, withJunk, values.length);
    expect(bitsOf(decoder.read(values.length))).toEqual(values);
    expect(decoder.remaining).toBe(0);
  });

  test('the reference decoder reads the same values from a published test vector', () => {
    const { values: expected, size } = readReference(withJunk, type === 'DOUBLE');
    expect(expected.map((bits) => bits.toString(16).padStart(2 * column.width, '0'))).toEqual(values);
    expect(size).toBe(page.length);
  });

  test('a published test vector without its last byte throws TRUNCATED', () => {
    const cut = page.subarray(0, -1);
    expect(faultOf(() => open(column, cut, values.length).read(values.length)).code).toBe('TRUNCATED');
  });

  test('the values of a published test vector survive a round trip', () => {
    const again = encode(valuesOf(column, values));
    expect(bitsOf(open(column, again, values.length).read(values.length))).toEqual(values);
  });
});

describe('the encoder reproduces the published pages that have encoder options', () => {
  const written = vectors.pages.filter(({ encoder }) => encoder !== undefined);
  test.each(written)(
    'the encoder writes the published test vector, byte for byte: $name',
    ({ type, fields, values, encoder }) => {
      expect(encode(valuesOf(type === 'FLOAT' ? float : double, values), { ...encoder })).toEqual(pageOf(fields));
    },
  );
});

describe('invalid pages are rejected', () => {
  test.each(vectors.invalid)('the decoder rejects the invalid page: $name', ({ page, valueCount, fault }) => {
    expect(faultOf(() => open(double, hex(page), valueCount).read(valueCount))).toEqual(fault);
  });
});
