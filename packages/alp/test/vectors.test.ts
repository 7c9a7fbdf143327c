import { describe, expect, test } from 'vitest';
import { vectors as made } from '../scripts/make-vectors.mjs';
import vectors from '../vectors/vectors.json';
import { bitsOf, double, encode, faultOf, float, hex, open, valuesOf } from './pages.js';
import { readReference } from './reference.js';

const pageOf = (fields: readonly (readonly string[])[]): Uint8Array => hex(fields.map(([text]) => text).join(''));
const junk = hex('a5 5a ff 00 a5 5a ff 00 a5 5a ff 00');

test('the published vectors equal the output of their script', () => {
  expect(vectors).toEqual(JSON.parse(JSON.stringify(made)));
});

test('the worked example of the format is a vector of 31 bytes in a page of 42', () => {
  const page = vectors.pages.find(({ name }) => name.includes('worked example'));
  expect(pageOf(page!.fields)).toHaveLength(42);
  const written = encode(
    valuesOf(double, ['4097700000000000', '7ff8000000000000', '40a3880000000000', '4074d80000000000']),
    { exponent: 4, factor: 3 },
  );
  expect(written).toHaveLength(42);
  // Offset 4, then the vector: it starts at 7 + 4, and ends with the page.
  expect(written.subarray(11)).toHaveLength(31);
  expect(written).toEqual(pageOf(page!.fields));
});

describe.each(vectors.pages)('$name', ({ type, fields, values }) => {
  const column = type === 'FLOAT' ? float : double;
  const page = pageOf(fields);
  const withJunk = new Uint8Array([...page, ...junk]);

  test('a published test vector is read, and bytes after it are not', () => {
    const decoder = open(column, withJunk, values.length);
    expect(bitsOf(decoder.read(values.length))).toEqual(values);
    expect(decoder.remaining).toBe(0);
  });

  test('a published test vector is read with the same result by the reference', () => {
    const { values: expected, size } = readReference(withJunk, type === 'DOUBLE');
    expect(expected.map((bits) => bits.toString(16).padStart(2 * column.width, '0'))).toEqual(values);
    expect(size).toBe(page.length);
  });

  test('a published test vector without its last byte is TRUNCATED', () => {
    const cut = page.subarray(0, -1);
    expect(faultOf(() => open(column, cut, values.length).read(values.length)).code).toBe('TRUNCATED');
  });

  test('the values of a published test vector survive a round trip', () => {
    const again = encode(valuesOf(column, values));
    expect(bitsOf(open(column, again, values.length).read(values.length))).toEqual(values);
  });
});

describe('pages with encoder options are written byte for byte', () => {
  const written = vectors.pages.filter(({ encoder }) => encoder !== undefined);
  test.each(written)(
    'a page with encoder options is written byte for byte: $name',
    ({ type, fields, values, encoder }) => {
      expect(encode(valuesOf(type === 'FLOAT' ? float : double, values), { ...encoder })).toEqual(pageOf(fields));
    },
  );
});

describe('invalid pages are rejected', () => {
  test.each(vectors.invalid)('an invalid page is rejected: $name', ({ page, valueCount, fault }) => {
    expect(faultOf(() => open(double, hex(page), valueCount).read(valueCount))).toEqual(fault);
  });
});
