import { javascriptKernels } from '@marquetry/bit-io';
import { createDeltaBinaryPacked, deltaBinaryPacked, deltaByteArray, deltaLengthByteArray } from '@marquetry/delta';
import { describe, expect, test } from 'vitest';
import { hex } from './bytes.js';
import { byteArray, codeOf, context, int32, numbers } from './values.js';

// Opening a stream reads the headers of all blocks, so an invalid block causes an error when the stream is opened, not
// when values are read. In the bytes below, 81 01 is a count of 129 (one whole block of 128 deltas), and 81 02 is 257
// (two blocks).

const open = (text: string, count: number) => deltaBinaryPacked.decoder(hex(text), context(int32, count));
const zeros = (count: number): string => '00'.repeat(count);

test('a delta page with values but without bytes, or without its stream of suffix lengths, throws TRUNCATED', () => {
  for (const encoding of [deltaBinaryPacked, deltaLengthByteArray, deltaByteArray]) {
    const column = encoding === deltaBinaryPacked ? int32 : byteArray;
    expect(codeOf(() => encoding.decoder(new Uint8Array(0), context(column, 5)))).toBe('TRUNCATED');
  }
  expect(codeOf(() => deltaByteArray.decoder(hex('80 01 04 01 00'), context(byteArray, 1)))).toBe('TRUNCATED');
});

test('values that a kernel has read are not counted twice, so the padding of the last block may be missing', () => {
  // The stream has 256 deltas of 0 in two blocks, then 3 deltas of 1 in 8 bits each, without the padding to 32 values.
  const bytes = hex('80 01 04 84 02 00  00 00000000  00 00000000  00 08000000 010101');
  const { decoder } = createDeltaBinaryPacked({
    ...javascriptKernels,
    readDeltaBlocks: (_, cursor, __, ___, ____, _____, ______, target, from) => {
      target.fill(0, from, from + 256);
      cursor.position += 10;
      return 256;
    },
  });
  const values = numbers(decoder(bytes, context(int32, 260)).read(260));
  expect(values).toEqual([...new Array(257).fill(0), 1, 2, 3]);
});

test('DELTA_LENGTH_BYTE_ARRAY rejects columns of types other than BYTE_ARRAY', () => {
  expect(codeOf(() => deltaLengthByteArray.decoder(new Uint8Array(0), context(int32, 0)))).toBe('INVALID_ARGUMENT');
  expect(codeOf(() => deltaLengthByteArray.encoder(int32))).toBe('INVALID_ARGUMENT');
});

describe('a whole delta block', () => {
  test('a whole delta block may have a min delta of several bytes, even if one of them is 0x80', () => {
    // 80 01 is 128, the zigzag form of 64.
    const decoder = open('80 01 04 81 02 00  8001 00000000  8001 00000000', 257);
    expect(numbers(decoder.read(257))).toEqual(Array.from({ length: 257 }, (_, i) => 64 * i));
  });

  test('a whole delta block with a width above 64 throws CORRUPT, whichever miniblock has this width', () => {
    for (const widths of ['41000000', '00410000', '00000041']) {
      expect(codeOf(() => open(`80 01 04 81 01 00  00 ${widths} ${zeros(260)}`, 129))).toBe('CORRUPT');
      expect(codeOf(() => open(`80 01 04 81 02 00  00 00000000  00 ${widths} ${zeros(260)}`, 257))).toBe('CORRUPT');
    }
  });

  test('a whole delta block may have width 64', () => {
    expect(numbers(open(`80 01 04 81 01 02  00 40000000 ${zeros(256)}`, 129).read(129))).toEqual(
      new Array(129).fill(1),
    );
  });

  test('a whole delta block with missing bits throws TRUNCATED', () => {
    const block = `00 08080808 ${zeros(128)}`;
    expect(numbers(open(`80 01 04 81 02 00 ${block} ${block}`, 257).read(257))).toEqual(new Array(257).fill(0));
    expect(codeOf(() => open(`80 01 04 81 02 00 ${block} ${block}`.slice(0, -2), 257))).toBe('TRUNCATED');
    expect(codeOf(() => open('80 01 04 81 02 00  00 00000000  00 000000', 257))).toBe('TRUNCATED');
    expect(codeOf(() => open('80 01 04 81 02 00  00 00000000  80', 257))).toBe('TRUNCATED');
  });

  test('a whole delta block with a min delta of 11 bytes throws CORRUPT', () => {
    const minDelta = `${'80'.repeat(10)}00`;
    expect(codeOf(() => open(`80 01 04 81 01 00  ${minDelta} 00000000 ${zeros(20)}`, 129))).toBe('CORRUPT');
    expect(codeOf(() => open(`80 01 04 81 02 00  00 00000000  ${minDelta} 00000000 ${zeros(20)}`, 257))).toBe(
      'CORRUPT',
    );
  });
});
