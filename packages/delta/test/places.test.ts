/** Tests that errors state the rule that is violated, with the byte offset or the limit. */
import { createColumnBuffer, isParquetError } from '@marquetry/core';
import { deltaBinaryPacked, deltaByteArray, deltaLengthByteArray } from '@marquetry/delta';
import { describe, expect, test } from 'vitest';
import { hex } from './bytes.js';
import { byteArray, context, int32, int64, strings } from './values.js';

/** Returns the code, byte offset and reason of the error that `run` throws. */
function faultOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (isParquetError(error)) return `${error.code} at ${error.at.offset}: ${error.reason}`;
    throw error;
  }
  return 'nothing thrown';
}

const read32 = (count: number) => (bytes: Uint8Array) =>
  deltaBinaryPacked.decoder(bytes, context(int32, count)).read(count);
const readBytes = (count: number) => (bytes: Uint8Array) =>
  deltaByteArray.decoder(bytes, context(byteArray, count)).read(count);
const readLengths = (count: number) => (bytes: Uint8Array) =>
  deltaLengthByteArray.decoder(bytes, context(byteArray, count)).read(count);

test('delta encodings reject columns of types that they do not support, and the error names the encoding', () => {
  for (const [encoding, column, reason] of [
    [deltaBinaryPacked, byteArray, 'DELTA_BINARY_PACKED requires INT32 or INT64'],
    [deltaLengthByteArray, int32, 'DELTA_LENGTH_BYTE_ARRAY requires BYTE_ARRAY'],
    [deltaByteArray, int64, 'DELTA_BYTE_ARRAY requires BYTE_ARRAY or FIXED_LEN_BYTE_ARRAY'],
  ] as const) {
    expect(encoding.supports(column)).toBe(false);
    expect(faultOf(() => encoding.decoder(new Uint8Array(0), context(column, 0)))).toContain(reason);
    expect(faultOf(() => encoding.encoder(column))).toContain(reason);
  }
});

describe('errors from delta decoders state the offset', () => {
  const fixed3 = { type: 7, width: 3 } as const;
  test.each<[string, string, (bytes: Uint8Array) => unknown, string]>([
    [
      'of the header, if the block size is invalid',
      '64 04 05 02 02 00 00 00 00',
      read32(5),
      'CORRUPT at 0: the delta block size must be a multiple of 128, got 100',
    ],
    [
      'of the header, if the number of miniblocks is invalid',
      '80 01 08 05 02 02',
      read32(5),
      'CORRUPT at 0: delta blocks of 128 values cannot have 8 miniblocks: each must have a multiple of 32 values',
    ],
    [
      'of the header, if its count differs from that of the page header',
      '80 01 04 05 02 02 00 00 00 00',
      read32(6),
      'CORRUPT at 0: a delta stream states 5 values, but the page header states 6',
    ],
    [
      'of the first width, if it is above 64',
      '80 01 04 05 02 02 41 00 00 00',
      read32(5),
      'CORRUPT at 6: a delta miniblock can have at most 64 bits per value, got 65',
    ],
    [
      'of the second width, if it is above 64',
      `80 01 04 22 02 02 01 ff 00 00 ${'00'.repeat(4)}`,
      read32(34),
      'CORRUPT at 7: a delta miniblock can have at most 64 bits per value, got 255',
    ],
    [
      'of the widths, if the page ends inside them',
      '80 01 04 05 02 02 00 00',
      read32(5),
      'TRUNCATED at 6: a delta block ends inside the widths of its 4 miniblocks',
    ],
    [
      'of a miniblock, if the page ends inside it',
      '80 01 04 08 0e 03 02 00 00 00 c0',
      read32(8),
      'TRUNCATED at 10: a delta miniblock of 2 bits per value is truncated',
    ],
    [
      'of the second stream, if its count differs from that of the page header',
      '80 01 01 02 00 00 00  80 01 01 01 02  41',
      readBytes(2),
      'CORRUPT at 7: a delta stream states 1 values, but the page header states 2',
    ],
    [
      'of the suffixes, if the page ends inside them',
      '80 01 01 02 00 00 00  80 01 01 02 04 00 00  41 42 43',
      readBytes(2),
      'TRUNCATED at 14: suffixes need 4 bytes, but the page has 3 left',
    ],
    [
      'of the prefix lengths, if one is negative',
      '80 01 01 01 01  80 01 01 01 02  41',
      readBytes(1),
      'CORRUPT at 0: the prefix or suffix length of a value is negative',
    ],
    [
      'of the prefix lengths, if a prefix is too long',
      '80 01 01 01 02  80 01 01 01 02  41',
      readBytes(1),
      'CORRUPT at 0: a prefix of 1 bytes is longer than the previous value of 0 bytes',
    ],
    [
      'of the prefix lengths, if a value does not have the width of the column',
      '80 01 01 01 00  80 01 01 01 04  41 42',
      (bytes) => deltaByteArray.decoder(bytes, context(fixed3, 1)).read(1),
      'CORRUPT at 0: a value of FIXED_LEN_BYTE_ARRAY(3) has 2 bytes',
    ],
    [
      'of the lengths, if one is negative',
      '80 01 01 01 01',
      readLengths(1),
      'CORRUPT at 0: the length of a value is negative',
    ],
    [
      'of the data bytes, if the page ends inside them',
      '80 01 01 02 04 00 00 41 42 43',
      readLengths(2),
      'TRUNCATED at 7: 2 values need 4 bytes, but the page has 3 left',
    ],
    [
      'of the end of the page, if skipped values extend beyond it',
      '80 01 01 02 08 00 00 41 42 43',
      (bytes) => deltaLengthByteArray.decoder(bytes, context(byteArray, 2)).skip(1),
      'TRUNCATED at 10: the skipped values end 1 bytes after the end of the page',
    ],
  ])('%s', (_, text, read, expected) => {
    expect(faultOf(() => read(hex(text)))).toBe(expected);
  });
});

describe('limits of delta decoders', () => {
  // Each page has 3 values.
  const integers = hex('80 01 04 03 02 02 00 00 00 00');
  const lengths = hex('80 01 01 03 02 00 00 41 42 43');
  const fronts = hex('80 01 01 03 00 00 00  80 01 01 03 0a 00 00  41 41 41 41 41 42 42 42 42 42 43 43 43 43 43');

  test.each<[string, number, (decodedBytes: number) => { readonly length: number }]>([
    [
      'INT32 values',
      12,
      (decodedBytes) => deltaBinaryPacked.decoder(integers, context(int32, 3, { decodedBytes })).read(3),
    ],
    [
      'INT64 values',
      24,
      (decodedBytes) => deltaBinaryPacked.decoder(integers, context(int64, 3, { decodedBytes })).read(3),
    ],
    [
      'DELTA_LENGTH_BYTE_ARRAY offsets',
      16,
      (decodedBytes) => deltaLengthByteArray.decoder(lengths, context(byteArray, 3, { decodedBytes })).read(3),
    ],
    [
      'DELTA_BYTE_ARRAY offsets',
      16,
      (decodedBytes) => deltaByteArray.decoder(fronts, context(byteArray, 3, { decodedBytes })).read(3),
    ],
  ])('an array of %s may take up to limits.decodedBytes bytes, but not more', (_, size, read) => {
    expect(read(Math.max(size, 16)).length).toBe(3);
    expect(() => read(size - 1)).toThrow(`an array of ${size} bytes of decoded values exceeds the limit decodedBytes`);
  });

  test('limits.decodedBytes bounds the total bytes of DELTA_BYTE_ARRAY values', () => {
    const long = hex(`80 01 01 02 00 00 00  80 01 01 02 14 00 00 ${'41'.repeat(20)}`);
    const open = (decodedBytes: number) => deltaByteArray.decoder(long, context(byteArray, 2, { decodedBytes }));
    expect(strings(open(20).read(2))).toEqual(['A'.repeat(10), 'A'.repeat(10)]);
    expect(() => open(19).read(2)).toThrow(
      'an array of 20 bytes of decoded values exceeds the limit decodedBytes = 19',
    );
    const target = createColumnBuffer(byteArray);
    expect(() => open(19).readInto(target, 2)).toThrow('an array of 20 bytes of decoded values');
    expect(target.length).toBe(0);
  });
});

describe('the sizes of delta blocks', () => {
  const shapeOf = (blockSize: number, miniblocks: number): string =>
    faultOf(() => deltaBinaryPacked.encoder(int32, { blockSize, miniblocks }).finish());
  test('delta blocks may have up to 2^20 values, in miniblocks of a multiple of 32 values', () => {
    expect(shapeOf(2 ** 20, 1)).toBe('nothing thrown');
    expect(shapeOf(2 ** 20, 2 ** 15)).toBe('nothing thrown');
    for (const [blockSize, miniblocks] of [
      [2 ** 20 + 128, 1],
      [-128, 1],
      [-128, -4],
      [128, -4],
      [0, 4],
      [100, 1],
      [160, 1],
    ] as const) {
      expect(shapeOf(blockSize, miniblocks)).toBe(
        `INVALID_ARGUMENT at undefined: \`blockSize\` must be a multiple of 128 up to 2^20, and each miniblock a multiple of 32 values, ` +
          `got ${blockSize} in ${miniblocks} miniblocks`,
      );
    }
  });
});
