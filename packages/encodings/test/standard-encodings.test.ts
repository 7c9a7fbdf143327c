import { createLimits, EncodingId, fixedValues, type Kernels } from '@marquetry/core';
import { createStandardEncodings, standardEncodings } from '@marquetry/encodings';
import { expect, test } from 'vitest';

const int32 = { type: 1, width: 4 } as const;

test('standardEncodings has every value encoding that the format defined before 2025', () => {
  const ids = [...standardEncodings].map(({ id, name }) => [id, name]);
  expect(ids.sort()).toEqual([
    [0, 'PLAIN'],
    [2, 'PLAIN_DICTIONARY'],
    [3, 'RLE'],
    [5, 'DELTA_BINARY_PACKED'],
    [6, 'DELTA_LENGTH_BYTE_ARRAY'],
    [7, 'DELTA_BYTE_ARRAY'],
    [8, 'RLE_DICTIONARY'],
    [9, 'BYTE_STREAM_SPLIT'],
  ]);
});

// This is the table of types in Encodings.md. The columns are BOOLEAN, INT32, INT64, INT96, FLOAT, DOUBLE, BYTE_ARRAY
// and FIXED_LEN_BYTE_ARRAY.
test.each([
  ['PLAIN', [0, 1, 2, 3, 4, 5, 6, 7]],
  ['PLAIN_DICTIONARY', [0, 1, 2, 3, 4, 5, 6, 7]],
  ['RLE', [0]],
  ['DELTA_BINARY_PACKED', [1, 2]],
  ['DELTA_LENGTH_BYTE_ARRAY', [6]],
  ['DELTA_BYTE_ARRAY', [6, 7]],
  ['RLE_DICTIONARY', [0, 1, 2, 3, 4, 5, 6, 7]],
  ['BYTE_STREAM_SPLIT', [1, 2, 4, 5, 7]],
] as const)('%s supports the types %j', (name, types) => {
  const encoding = standardEncodings.find(EncodingId[name]);
  const held = ([0, 1, 2, 3, 4, 5, 6, 7] as const).filter((type) => encoding?.supports({ type, width: 4 }));
  expect(held).toEqual(types);
});

test('standardEncodings throws UNSUPPORTED for BIT_PACKED, which encodes only levels', () => {
  expect(() => standardEncodings.resolve(EncodingId.BIT_PACKED, int32)).toThrow(
    expect.objectContaining({ code: 'UNSUPPORTED' }),
  );
});

test('createStandardEncodings returns encodings that use the given kernels', () => {
  const kernels = {
    contract: 1,
    name: 'always 123',
    allocate: (byteLength: number) => new Uint8Array(byteLength),
    unpackDelta32: (...args: Parameters<Kernels['unpackDelta32']>) => {
      const [, , , , , target, from, count] = args;
      target.fill(123, from, from + count);
      return 123;
    },
  } as unknown as Kernels;
  const registry = createStandardEncodings({ kernels });
  expect([...registry].map(({ id }) => id)).toEqual([...standardEncodings].map(({ id }) => id));
  const encoding = registry.resolve(EncodingId.DELTA_BINARY_PACKED, int32);
  // This page has the values 7 and 8: block size 128, 4 miniblocks, 2 values, first value 7, min delta 1, widths 0.
  const bytes = Uint8Array.of(0x80, 1, 4, 2, 14, 2, 0, 0, 0, 0);
  const decoder = encoding.decoder(bytes, { column: int32, valueCount: 2, limits: createLimits() });
  expect(decoder.read(2)).toEqual(fixedValues(int32, Uint8Array.of(7, 0, 0, 0, 123, 0, 0, 0), 0, 2));
});

test('createStandardEncodings without kernels returns standardEncodings', () => {
  expect(createStandardEncodings()).toBe(standardEncodings);
});

test('createStandardEncodings rejects kernels with an unsupported contract version', () => {
  const kernels = { contract: 2, name: 'newer' } as unknown as Kernels;
  expect(() => createStandardEncodings({ kernels })).toThrow(
    expect.objectContaining({
      code: 'INVALID_ARGUMENT',
      message: 'kernels newer implements contract 2; this @marquetry/core requires contract 1',
    }),
  );
});
