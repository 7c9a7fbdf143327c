import { createColumnBuffer, createLimits, type DirectValues, PhysicalType } from '@marquetry/core';
import { encodeRuns } from '@marquetry/rle';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isIndexDecoder, plainDictionary, rleDictionary } from '../src/index.js';
import { codeOf, contextOf, dictionaryOf, list } from './support.js';

const four = dictionaryOf(PhysicalType.INT32, 4);
const three = dictionaryOf(PhysicalType.INT32, 3);

function read(bytes: readonly number[], valueCount: number, dictionary: DirectValues | undefined = four): number[] {
  const values = rleDictionary.decoder(Uint8Array.from(bytes), contextOf(dictionary, valueCount)).read(valueCount);
  if (values.layout !== 'dictionary') throw new Error(`layout ${values.layout}`);
  expect(values.indices.length).toBe(valueCount);
  return [...values.indices];
}

describe('a page of indices', () => {
  it('a page of indices consists of a bit width, then runs without a length', () => {
    // The bytes are: 02, the bit width; 06 01, a run of three 1s; 03, a packed group; E4 1B, the indices 0 1 2 3 3 2 1
    // 0.
    const bytes = [0x02, 0x06, 0x01, 0x03, 0xe4, 0x1b, 0xff, 0xff];
    expect(read(bytes, 11)).toEqual([1, 1, 1, 0, 1, 2, 3, 3, 2, 1, 0]);
  });

  it('a page of indices has the same bytes in encodings 2 and 8, but only encoding 8 can be written', () => {
    expect([plainDictionary.id, rleDictionary.id]).toEqual([2, 8]);
    expect([plainDictionary.usesDictionary, rleDictionary.usesDictionary]).toEqual([true, true]);
    const values = plainDictionary.decoder(Uint8Array.of(1, 0x06, 0x01), contextOf(four, 3)).read(3);
    expect(list(values)).toEqual(list(four).slice(1, 2).concat(list(four).slice(1, 2), list(four).slice(1, 2)));
    expect(plainDictionary.encoder).toBeUndefined();
  });

  it('a page of indices may have no bytes if it has no values, with or without a dictionary', () => {
    const decoder = rleDictionary.decoder(new Uint8Array(0), contextOf(four, 0));
    expect([decoder.remaining, decoder.read(0).length]).toEqual([0, 0]);
    expect(rleDictionary.decoder(Uint8Array.of(77), contextOf(undefined, 0)).read(0).length).toBe(0);
  });

  it('if the bit width is 0, all indices are 0, whether the page has runs, empty runs or no runs', () => {
    expect(read([0x00, 0x0a], 5)).toEqual([0, 0, 0, 0, 0]);
    expect(read([0x00, 0x03], 5)).toEqual([0, 0, 0, 0, 0]);
    expect(read([0x00], 5)).toEqual([0, 0, 0, 0, 0]);
    // A file with this number of values made other readers loop forever.
    expect(read([0x00], 21186).every((index) => index === 0)).toBe(true);
  });

  it('a page of indices may have a larger bit width than it needs, up to 32', () => {
    expect(read([0x20, 0x04, 3, 0, 0, 0], 2)).toEqual([3, 3]);
    expect(codeOf(() => read([0x20, 0x04, 3, 0, 0, 0x80], 2))).toBe('CORRUPT');
    expect(codeOf(() => read([0x21, 0x04, 3, 0, 0, 0, 0], 2))).toBe('CORRUPT');
  });

  it('an index beyond the dictionary throws CORRUPT, in RLE and in bit-packed runs, and so does any index of an empty dictionary', () => {
    expect(codeOf(() => read([0x02, 0x06, 0x03], 3, three))).toBe('CORRUPT');
    expect(codeOf(() => read([0x02, 0x03, 0xe4, 0x1b], 3, three))).toBe('nothing thrown');
    expect(codeOf(() => read([0x02, 0x03, 0xe4, 0x1b], 4, three))).toBe('CORRUPT');
    expect(codeOf(() => read([0x00, 0x06], 3, dictionaryOf(PhysicalType.INT32, 0)))).toBe('CORRUPT');
    const target = createColumnBuffer({ type: PhysicalType.INT32, width: 4 });
    const decoder = rleDictionary.decoder(Uint8Array.of(0x02, 0x06, 0x03), contextOf(three, 3));
    expect(codeOf(() => decoder.readInto(target, 3))).toBe('CORRUPT');
    expect(target.length).toBe(0);
  });

  it('a page of indices without a dictionary throws CORRUPT', () => {
    expect(codeOf(() => rleDictionary.decoder(Uint8Array.of(1, 2, 0), contextOf(undefined, 1)))).toBe('CORRUPT');
  });

  it.each([
    ['a page without a bit width', [], 1, 'TRUNCATED'],
    ['a page without runs', [0x02], 1, 'TRUNCATED'],
    ['runs with too few values', [0x02, 0x04, 0x01], 3, 'TRUNCATED'],
    ['a forged value count', [0x02, 0x04, 0x01], 2 ** 31 - 1, 'TRUNCATED'],
  ] as const)('the index decoder rejects %s', (_, bytes, valueCount, code) => {
    expect(codeOf(() => read(bytes, valueCount))).toBe(code);
  });

  it('the index decoder throws LIMIT instead of allocating more than the limit, however long an RLE run is', () => {
    const context = contextOf(four, 2 ** 31 - 1, createLimits({ decodedBytes: 4000 }));
    const bytes = Uint8Array.of(2, 0xfe, 0xff, 0xff, 0xff, 0x0f, 0x01);
    expect(codeOf(() => rleDictionary.decoder(bytes, context).read(1001))).toBe('LIMIT');
    const target = createColumnBuffer(context.column, { limits: context.limits });
    expect(codeOf(() => rleDictionary.decoder(bytes, context).readInto(target, 1001))).toBe('LIMIT');
    const decoder = rleDictionary.decoder(bytes, context);
    decoder.skip(2 ** 31 - 2);
    expect(decoder.read(1).length).toBe(1);
  });

  it('the index decoder rejects invalid counts and buffers', () => {
    const decoder = rleDictionary.decoder(Uint8Array.of(2, 6, 1), contextOf(four, 3));
    expect(codeOf(() => decoder.read(4))).toBe('INVALID_ARGUMENT');
    expect(codeOf(() => decoder.read(-1))).toBe('INVALID_ARGUMENT');
    const other = createColumnBuffer({ type: PhysicalType.INT64, width: 8 });
    expect(codeOf(() => decoder.readInto(other, 1))).toBe('INVALID_ARGUMENT');
    expect(codeOf(() => rleDictionary.encoder({ type: PhysicalType.INT32, width: 4 }).write(four, 0, 1))).toBe(
      'INVALID_ARGUMENT',
    );
  });
});

describe('the index encoder', () => {
  it.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 2],
    [5, 3],
    [256, 8],
    [257, 9],
    [65_536, 16],
    [65_537, 17],
  ])('indices into a dictionary of %i entries are written with %i bits each', (length, width) => {
    const data = new Int32Array(length);
    const dictionary: DirectValues = { layout: 'fixed', type: PhysicalType.INT32, length, width: 4, data };
    const indices = Int32Array.of(length - 1, 0);
    const encoder = rleDictionary.encoder({ type: PhysicalType.INT32, width: 4 });
    encoder.write({ layout: 'dictionary', type: PhysicalType.INT32, length: 2, indices, dictionary }, 0, 2);
    const bytes = encoder.finish();
    expect(bytes[0]).toBe(width);
    expect(read([...bytes], 2, dictionary)).toEqual([...indices]);
  });

  it('the index encoder uses a larger bit width when the dictionary grows between writes', () => {
    const encoder = rleDictionary.encoder({ type: PhysicalType.INT32, width: 4 });
    for (const length of [2, 9]) {
      const dictionary = dictionaryOf(PhysicalType.INT32, length);
      const indices = Int32Array.of(length - 1);
      encoder.write({ layout: 'dictionary', type: PhysicalType.INT32, length: 1, indices, dictionary }, 0, 1);
    }
    expect(read([...encoder.finish()], 2, dictionaryOf(PhysicalType.INT32, 9))).toEqual([1, 8]);
  });

  it('the index encoder writes a bit width and no runs if there are no values', () => {
    expect([...rleDictionary.encoder({ type: PhysicalType.INT32, width: 4 }).finish()]).toEqual([1]);
  });
});

describe('isIndexDecoder', () => {
  it('isIndexDecoder returns true only for decoders that can return the indices themselves', () => {
    const decoder = rleDictionary.decoder(Uint8Array.of(2, 6, 1), contextOf(four, 3));
    expect(isIndexDecoder(decoder)).toBe(true);
    const indices = new Int32Array(5);
    decoder.readIndices(indices, 2, 3);
    expect([...indices]).toEqual([0, 0, 1, 1, 1]);
    expect(decoder.remaining).toBe(0);
    expect(isIndexDecoder({ remaining: 0, read: () => four, readInto: () => {}, skip: () => {} })).toBe(false);
  });
});

describe('malformed pages of indices', () => {
  it('given any bytes, the index decoder returns indices within the dictionary or throws a ParquetError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(40), fc.nat(2000), (bytes, width, valueCount) => {
        const source = Uint8Array.of(width, ...bytes);
        const outcome = codeOf(() => {
          const values = rleDictionary.decoder(source, contextOf(three, valueCount)).read(valueCount);
          if (values.layout === 'dictionary') expect(values.indices.every((i) => i >= 0 && i < 3)).toBe(true);
        });
        expect(['TRUNCATED', 'CORRUPT', 'nothing thrown']).toContain(outcome);
      }),
      { numRuns: 2000 },
    );
  });

  it('reading a page of indices that is truncated anywhere throws TRUNCATED', () => {
    const indices = Int32Array.from({ length: 300 }, (_, i) => (i < 100 ? 3 : (i * 7) & 3));
    const bytes = Uint8Array.of(2, ...encodeRuns(indices, 0, 300, 2));
    for (let cut = 0; cut < bytes.length; cut++) {
      expect(codeOf(() => rleDictionary.decoder(bytes.subarray(0, cut), contextOf(four, 300)).read(300))).toBe(
        'TRUNCATED',
      );
    }
  });
});
