import { createLimits, type Encoding, EncodingId, type Kernels } from '@marquetry/core';
import { standardEncodings } from '@marquetry/encodings';
import { createEncodingsOnDemand } from '@marquetry/encodings/on-demand';
import { expect, test } from 'vitest';

const limits = createLimits();
const int32 = { type: 1, width: 4 } as const;
/** A DELTA_BINARY_PACKED page with blocks of 128 values in 4 miniblocks. It has five values: 1, 2, 3, 4, 5. */
const packed = Uint8Array.of(0x80, 1, 4, 5, 2, 2, 0, 0, 0, 0);

test('createEncodingsOnDemand returns the same encodings as standardEncodings, in the same order', () => {
  const namesOf = (encodings: Iterable<Encoding>) => [...encodings].map(({ id, name }) => [id, name]);
  expect(namesOf(createEncodingsOnDemand())).toEqual(namesOf(standardEncodings));
});

test('createEncodingsOnDemand throws the same errors as standardEncodings for encodings that neither registry contains', () => {
  const messageOf = (resolve: () => unknown): string => {
    try {
      resolve();
    } catch (error) {
      return String(error);
    }
    return '';
  };
  for (const id of [EncodingId.BIT_PACKED, EncodingId.ALP, 77]) {
    const expected = messageOf(() => standardEncodings.resolve(id, int32));
    expect(expected).toContain('is not registered');
    expect(messageOf(() => createEncodingsOnDemand().resolve(id, int32))).toBe(expected);
  }
});

test('PLAIN, RLE and both dictionary encodings from createEncodingsOnDemand work without prepare()', () => {
  const ready = [...createEncodingsOnDemand()].filter(({ prepare }) => prepare === undefined);
  expect(ready.map(({ name }) => name)).toEqual(['PLAIN', 'PLAIN_DICTIONARY', 'RLE', 'RLE_DICTIONARY']);
});

test('an encoding from createEncodingsOnDemand throws INVALID_ARGUMENT before prepare(), and works afterwards', async () => {
  const encoding = createEncodingsOnDemand().resolve(EncodingId.DELTA_BINARY_PACKED, int32);
  const context = { column: int32, valueCount: 5, limits };
  expect(() => encoding.decoder(packed, context)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
  await encoding.prepare?.();
  expect(encoding.prepare?.()).toBeUndefined();
  expect(encoding.decoder(packed, context).read(5)).toMatchObject({ data: Int32Array.of(1, 2, 3, 4, 5) });
});

test('after prepare(), an encoding from createEncodingsOnDemand supports the same types as in standardEncodings', async () => {
  const registry = createEncodingsOnDemand();
  for (const encoding of registry) {
    await encoding.prepare?.();
    const held = ({ supports }: Encoding) =>
      ([0, 1, 2, 3, 4, 5, 6, 7] as const).filter((type) => supports({ type, width: 4 }));
    expect(held(encoding)).toEqual(held(standardEncodings.find(encoding.id) as Encoding));
  }
  const double = { type: 5, width: 8 } as const;
  expect(() => registry.resolve(EncodingId.DELTA_BINARY_PACKED, double)).toThrow('cannot hold DOUBLE values');
});

test('createEncodingsOnDemand rejects kernels with an unsupported contract version', () => {
  const kernels = { contract: 2 } as unknown as Kernels;
  expect(() => createEncodingsOnDemand({ kernels })).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
});
