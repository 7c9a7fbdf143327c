import { createColumnBuffer } from '@marquetry/core';
import { deltaLengthByteArray } from '@marquetry/delta';
import { describe, expect, test } from 'vitest';
import { hex } from './bytes.js';
import { byteArray, bytesValues, codeOf, context, strings } from './values.js';

// This is the example of Encodings.md#delta-length-byte-array-delta_length_byte_array--6: Hello, World, Foobar, ABCDEF.
const example = hex(`
  80 01 04 04 0a    | a delta stream of 4 values: 5 ...
  00                | min delta 0
  01 00 00 00       | 1 bit per delta
  02 00 00 00       | 0 1 0: 5 6 6, and padding
  48 65 6c 6c 6f    | Hello
  57 6f 72 6c 64    | World
  46 6f 6f 62 61 72 | Foobar
  41 42 43 44 45 46 | ABCDEF
  `);
const texts = ['Hello', 'World', 'Foobar', 'ABCDEF'];

function read(bytes: Uint8Array, count: number): string[] {
  return strings(deltaLengthByteArray.decoder(bytes, context(byteArray, count)).read(count));
}

test('DELTA_LENGTH_BYTE_ARRAY reads the example in the specification, and writes it byte for byte', () => {
  expect(read(Uint8Array.of(...example, 0xff, 0xff), 4)).toEqual(texts);
  const encoder = deltaLengthByteArray.encoder(byteArray);
  encoder.write(bytesValues(texts), 0, 4);
  expect(encoder.finish()).toEqual(example);
});

test('the bytes of DELTA_LENGTH_BYTE_ARRAY values start after the padding of the last miniblock', () => {
  // The only miniblock of lengths has 3 deltas of 1 bit, but is padded to 32 deltas, which take 4 bytes.
  const decoder = deltaLengthByteArray.decoder(example, context(byteArray, 4));
  decoder.skip(3);
  expect(strings(decoder.read(1))).toEqual(['ABCDEF']);
});

test('DELTA_LENGTH_BYTE_ARRAY values share memory with the page after read, but not after readInto', () => {
  const bytes = example.slice();
  const values = deltaLengthByteArray.decoder(bytes, context(byteArray, 4)).read(4);
  if (values.layout !== 'bytes') throw new Error(values.layout);
  expect(values.data.buffer).toBe(bytes.buffer);
  expect([...values.offsets]).toEqual([0, 5, 10, 16, 22]);
  const target = createColumnBuffer(byteArray);
  deltaLengthByteArray.decoder(bytes, context(byteArray, 4)).readInto(target, 4);
  bytes.fill(0);
  expect(strings(target.values)).toEqual(texts);
});

test('a DELTA_LENGTH_BYTE_ARRAY page without values has no bytes, or only a header', () => {
  expect(read(new Uint8Array(0), 0)).toEqual([]);
  expect(read(hex('80 01 04 00 00'), 0)).toEqual([]);
});

describe('invalid DELTA_LENGTH_BYTE_ARRAY lengths', () => {
  // This is a stream of 2 lengths. The first is `first` (in zigzag form); the min delta and the widths are 0.
  const lengths = (first: string): Uint8Array => hex(`80 01 01 02 ${first} 00 00 41 42 43`);

  test('a negative DELTA_LENGTH_BYTE_ARRAY length throws CORRUPT', () => {
    expect(codeOf(() => read(lengths('01'), 2))).toBe('CORRUPT');
    expect(codeOf(() => deltaLengthByteArray.decoder(lengths('01'), context(byteArray, 2)).skip(1))).toBe('CORRUPT');
  });

  test('read, readInto and skip throw TRUNCATED if the sum of the value lengths exceeds the size of the page', () => {
    expect(read(lengths('02'), 2)).toEqual(['A', 'B']);
    expect(codeOf(() => read(lengths('04'), 2))).toBe('TRUNCATED');
    const skipping = deltaLengthByteArray.decoder(lengths('08'), context(byteArray, 2));
    expect(codeOf(() => skipping.skip(1))).toBe('TRUNCATED');
    const appending = deltaLengthByteArray.decoder(lengths('08'), context(byteArray, 2));
    const target = createColumnBuffer(byteArray);
    expect(codeOf(() => appending.readInto(target, 1))).toBe('TRUNCATED');
    expect(target.length).toBe(0);
  });

  test('value lengths whose sum exceeds 2^32 throw TRUNCATED, because the sum does not wrap around', () => {
    // These are three lengths of 2^31 - 1. Their sum is 1.5 * 2^32 - 3.
    expect(codeOf(() => read(hex('80 01 01 03 fe ff ff ff 0f 00 00 41 42 43'), 3))).toBe('TRUNCATED');
  });

  test('a million empty values in 8 bytes throw LIMIT if their offsets exceed the limit', () => {
    const bytes = hex('80 80 40 01 c0 84 3d 00 00 00');
    const decoder = deltaLengthByteArray.decoder(bytes, context(byteArray, 1_000_000, { decodedBytes: 1_000_000 }));
    expect(codeOf(() => decoder.read(1_000_000))).toBe('LIMIT');
    expect(read(bytes, 1_000_000)).toHaveLength(1_000_000);
  });
});
