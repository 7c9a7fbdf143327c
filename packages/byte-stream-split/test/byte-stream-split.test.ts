import { byteStreamSplit } from '@marquetry/byte-stream-split';
import { type ColumnType, createLimits, type ErrorCode, isParquetError, type ValueDecoder } from '@marquetry/core';
import { describe, expect, test } from 'vitest';

const float = { type: 4, width: 4 } as const;
const fixed = (width: number): ColumnType => ({ type: 7, width });

function hex(text: string): Uint8Array {
  return Uint8Array.from(text.replace(/\|.*/g, '').match(/[0-9a-f]{2}/gi) ?? [], (pair) => Number.parseInt(pair, 16));
}

function open(column: ColumnType, bytes: Uint8Array, valueCount: number): ValueDecoder {
  return byteStreamSplit.decoder(bytes, { column, valueCount, limits: createLimits() });
}

function codeOf(run: () => unknown): ErrorCode | 'none' {
  try {
    run();
  } catch (error) {
    if (isParquetError(error)) return error.code;
    throw error;
  }
  return 'none';
}

// This is the example of Encodings.md#byte-stream-split-byte_stream_split--9: three values of four bytes.
const values = hex('aa bb cc dd 00 11 22 33 a3 b4 c5 d6');
const page = hex(`
  aa 00 a3   | first bytes
  bb 11 b4   | second bytes
  cc 22 c5
  dd 33 d6`);

test('BYTE_STREAM_SPLIT reads the example in the specification, and writes it byte for byte', () => {
  const read = open(float, page, 3).read(3);
  if (read.layout !== 'fixed') throw new Error(read.layout);
  expect(new Uint8Array(read.data.buffer, read.data.byteOffset, 12)).toEqual(values);
  const encoder = byteStreamSplit.encoder(float);
  encoder.write(read, 0, 3);
  expect(encoder.byteLength).toBe(12);
  expect(encoder.finish()).toEqual(page);
});

test('read returns a range of BYTE_STREAM_SPLIT values without decoding the values before it', () => {
  const decoder = open(fixed(4), page, 3);
  decoder.skip(1);
  expect(decoder.read(1)).toEqual({ layout: 'fixed', type: 7, length: 1, width: 4, data: hex('00 11 22 33') });
  expect(decoder.remaining).toBe(1);
});

test.each([1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 17, 33])(
  'BYTE_STREAM_SPLIT values of %i bytes survive a round trip',
  (width) => {
    const count = 77;
    const data = Uint8Array.from({ length: count * width }, (_, i) => Math.imul(i, 0x9e3779b1) >>> 24);
    const encoder = byteStreamSplit.encoder(fixed(width));
    encoder.write({ layout: 'fixed', type: 7, length: count, width, data }, 0, count);
    const bytes = encoder.finish();
    for (let k = 0; k < width; k++) expect(bytes[k * count + 5]).toBe(data[5 * width + k]);
    expect(open(fixed(width), bytes, count).read(count)).toEqual({
      layout: 'fixed',
      type: 7,
      length: count,
      width,
      data,
    });
  },
);

test('BYTE_STREAM_SPLIT does not support BOOLEAN, INT96 or BYTE_ARRAY', () => {
  const supported = [0, 1, 2, 3, 4, 5, 6, 7].filter((type) =>
    byteStreamSplit.supports({ type, width: 0 } as ColumnType),
  );
  expect(supported).toEqual([1, 2, 4, 5, 7]);
  expect(codeOf(() => open({ type: 3, width: 12 }, new Uint8Array(0), 0))).toBe('INVALID_ARGUMENT');
  expect(codeOf(() => byteStreamSplit.encoder({ type: 6, width: 0 }))).toBe('INVALID_ARGUMENT');
});

describe('the size of a BYTE_STREAM_SPLIT page', () => {
  test('BYTE_STREAM_SPLIT throws TRUNCATED for fewer bytes than width times count', () => {
    expect(codeOf(() => open(float, page.subarray(0, 11), 3))).toBe('TRUNCATED');
    expect(codeOf(() => open(float, page, 2 ** 31))).toBe('TRUNCATED');
  });

  test('BYTE_STREAM_SPLIT throws CORRUPT for more bytes than width times count', () => {
    expect(codeOf(() => open(float, page, 2))).toBe('CORRUPT');
    expect(codeOf(() => open(float, page, 0))).toBe('CORRUPT');
  });

  test('a BYTE_STREAM_SPLIT page without values has no bytes', () => {
    expect(open(float, new Uint8Array(0), 0).read(0).length).toBe(0);
  });
});
