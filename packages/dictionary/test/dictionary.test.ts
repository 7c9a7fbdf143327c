import {
  createColumnBuffer,
  createLimits,
  type DecodeContext,
  type FlatValues,
  fixedValues,
  isParquetError,
  PhysicalType,
  type Values,
  widthOf,
} from '@marquetry/core';
import { encodeRuns } from '@marquetry/rle';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isIndexDecoder, plainDictionary, rleDictionary } from '../src/index.js';

/** A dictionary of `length` different entries of a type; entry `i` of FIXED_LEN_BYTE_ARRAY and BYTE_ARRAY repeats `i`. */
function dictionaryOf(type: PhysicalType, length: number, typeLength = 5): FlatValues {
  if (type === PhysicalType.BOOLEAN) {
    const data = Uint8Array.from({ length: Math.ceil(length / 8) }, (_, i) => (i === length >> 3 ? 0x02 : 0xb2));
    return { layout: 'bits', type, length, data };
  }
  if (type === PhysicalType.BYTE_ARRAY) {
    const sizes = Array.from({ length }, (_, i) => (i % 7 === 3 ? 200 + i : i % 11));
    const offsets = Int32Array.of(3, ...sizes.map((_, i) => 3 + sizes.slice(0, i + 1).reduce((a, b) => a + b, 0)));
    const data = Uint8Array.from([9, 9, 9, ...sizes.flatMap((size, i) => new Array<number>(size).fill(i))]);
    return { layout: 'bytes', type, length, offsets, data };
  }
  const width = widthOf(type, typeLength);
  // Odd, so that words are not aligned where the type does not ask for it.
  const at = type === PhysicalType.FIXED_LEN_BYTE_ARRAY ? 1 : 0;
  const bytes = Uint8Array.from({ length: at + length * width }, (_, i) => Math.imul(i + 1, 0x9e3779b1) >>> 24);
  return fixedValues({ type, width }, bytes, at, length);
}

/** Every value as something that compares. */
function list(values: Values): string[] {
  if (values.layout === 'dictionary') {
    const entries = list(values.dictionary);
    return Array.from(values.indices.subarray(0, values.length), (index) => entries[index]!);
  }
  return Array.from({ length: values.length }, (_, i) => {
    if (values.layout === 'bits') return String((values.data[i >> 3]! >> (i & 7)) & 1);
    if (values.layout === 'bytes') return values.data.slice(values.offsets[i], values.offsets[i + 1]).join();
    const { data, width } = values;
    return new Uint8Array(data.buffer, data.byteOffset + i * width, width).join();
  });
}

function contextOf(dictionary: FlatValues | undefined, valueCount: number, limits = createLimits()): DecodeContext {
  const width = dictionary?.layout === 'fixed' ? dictionary.width : 0;
  const column = { type: dictionary?.type ?? PhysicalType.BYTE_ARRAY, width };
  return { column, valueCount, limits, ...(dictionary === undefined ? {} : { dictionary }) };
}

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (isParquetError(error)) return error.code;
    throw error;
  }
  return 'nothing thrown';
}

const four = dictionaryOf(PhysicalType.INT32, 4);
const three = dictionaryOf(PhysicalType.INT32, 3);

function read(bytes: readonly number[], valueCount: number, dictionary: FlatValues | undefined = four): number[] {
  const values = rleDictionary.decoder(Uint8Array.from(bytes), contextOf(dictionary, valueCount)).read(valueCount);
  if (values.layout !== 'dictionary') throw new Error(`layout ${values.layout}`);
  expect(values.indices.length).toBe(valueCount);
  return [...values.indices];
}

describe('a page of indices', () => {
  it('is a width, then runs without a length', () => {
    // 02     width 2
    // 06 01  3 times 1
    // 03     1 packed group: E4 1B are 0 1 2 3 3 2 1 0
    const bytes = [0x02, 0x06, 0x01, 0x03, 0xe4, 0x1b, 0xff, 0xff];
    expect(read(bytes, 11)).toEqual([1, 1, 1, 0, 1, 2, 3, 3, 2, 1, 0]);
  });

  it('has the same bytes under ids 2 and 8; only 8 is written', () => {
    expect([plainDictionary.id, rleDictionary.id]).toEqual([2, 8]);
    expect([plainDictionary.usesDictionary, rleDictionary.usesDictionary]).toEqual([true, true]);
    const values = plainDictionary.decoder(Uint8Array.of(1, 0x06, 0x01), contextOf(four, 3)).read(3);
    expect(list(values)).toEqual(list(four).slice(1, 2).concat(list(four).slice(1, 2), list(four).slice(1, 2)));
    expect(plainDictionary.encoder).toBeUndefined();
  });

  it('may lack even the width when it has no values, with or without a dictionary', () => {
    const decoder = rleDictionary.decoder(new Uint8Array(0), contextOf(four, 0));
    expect([decoder.remaining, decoder.read(0).length]).toEqual([0, 0]);
    expect(rleDictionary.decoder(Uint8Array.of(77), contextOf(undefined, 0)).read(0).length).toBe(0);
  });

  it('of width 0 has index 0 only, with runs, with empty runs, and with no bytes behind the width', () => {
    expect(read([0x00, 0x0a], 5)).toEqual([0, 0, 0, 0, 0]);
    expect(read([0x00, 0x03], 5)).toEqual([0, 0, 0, 0, 0]);
    expect(read([0x00], 5)).toEqual([0, 0, 0, 0, 0]);
    // As many as in a file that made readers loop for ever.
    expect(read([0x00], 21186).every((index) => index === 0)).toBe(true);
  });

  it('may have a larger width than needed, up to 32', () => {
    expect(read([0x20, 0x04, 3, 0, 0, 0], 2)).toEqual([3, 3]);
    expect(codeOf(() => read([0x20, 0x04, 3, 0, 0, 0x80], 2))).toBe('CORRUPT');
    expect(codeOf(() => read([0x21, 0x04, 3, 0, 0, 0, 0], 2))).toBe('CORRUPT');
  });

  it('refuses an index beyond the dictionary, repeated or packed, and one of an empty dictionary', () => {
    expect(codeOf(() => read([0x02, 0x06, 0x03], 3, three))).toBe('CORRUPT');
    expect(codeOf(() => read([0x02, 0x03, 0xe4, 0x1b], 3, three))).toBe('nothing thrown');
    expect(codeOf(() => read([0x02, 0x03, 0xe4, 0x1b], 4, three))).toBe('CORRUPT');
    expect(codeOf(() => read([0x00, 0x06], 3, dictionaryOf(PhysicalType.INT32, 0)))).toBe('CORRUPT');
    const target = createColumnBuffer({ type: PhysicalType.INT32, width: 4 });
    const decoder = rleDictionary.decoder(Uint8Array.of(0x02, 0x06, 0x03), contextOf(three, 3));
    expect(codeOf(() => decoder.readInto(target, 3))).toBe('CORRUPT');
    expect(target.length).toBe(0);
  });

  it('needs a dictionary', () => {
    expect(codeOf(() => rleDictionary.decoder(Uint8Array.of(1, 2, 0), contextOf(undefined, 1)))).toBe('CORRUPT');
  });

  it.each([
    ['no width', [], 1, 'TRUNCATED'],
    ['no runs', [0x02], 1, 'TRUNCATED'],
    ['fewer values', [0x02, 0x04, 0x01], 3, 'TRUNCATED'],
    ['a forged count', [0x02, 0x04, 0x01], 2 ** 31 - 1, 'TRUNCATED'],
  ] as const)('refuses %s', (_, bytes, valueCount, code) => {
    expect(codeOf(() => read(bytes, valueCount))).toBe(code);
  });

  it('takes no more memory than the limit, however many values a run has', () => {
    const context = contextOf(four, 2 ** 31 - 1, createLimits({ decodedBytes: 4000 }));
    const bytes = Uint8Array.of(2, 0xfe, 0xff, 0xff, 0xff, 0x0f, 0x01);
    expect(codeOf(() => rleDictionary.decoder(bytes, context).read(1001))).toBe('LIMIT');
    const target = createColumnBuffer(context.column, { limits: context.limits });
    expect(codeOf(() => rleDictionary.decoder(bytes, context).readInto(target, 1001))).toBe('LIMIT');
    const decoder = rleDictionary.decoder(bytes, context);
    decoder.skip(2 ** 31 - 2);
    expect(decoder.read(1).length).toBe(1);
  });

  it('is misused with INVALID_ARGUMENT', () => {
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

describe('the encoder', () => {
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
  ])('writes indices into %i entries with %i bits: exact at powers of two', (length, width) => {
    const data = new Int32Array(length);
    const dictionary: FlatValues = { layout: 'fixed', type: PhysicalType.INT32, length, width: 4, data };
    const indices = Int32Array.of(length - 1, 0);
    const encoder = rleDictionary.encoder({ type: PhysicalType.INT32, width: 4 });
    encoder.write({ layout: 'dictionary', type: PhysicalType.INT32, length: 2, indices, dictionary }, 0, 2);
    const bytes = encoder.finish();
    expect(bytes[0]).toBe(width);
    expect(read([...bytes], 2, dictionary)).toEqual([...indices]);
  });

  it('widens when the dictionary grows between writes', () => {
    const encoder = rleDictionary.encoder({ type: PhysicalType.INT32, width: 4 });
    for (const length of [2, 9]) {
      const dictionary = dictionaryOf(PhysicalType.INT32, length);
      const indices = Int32Array.of(length - 1);
      encoder.write({ layout: 'dictionary', type: PhysicalType.INT32, length: 1, indices, dictionary }, 0, 1);
    }
    expect(read([...encoder.finish()], 2, dictionaryOf(PhysicalType.INT32, 9))).toEqual([1, 8]);
  });

  it('writes a width and no runs for no values', () => {
    expect([...rleDictionary.encoder({ type: PhysicalType.INT32, width: 4 }).finish()]).toEqual([1]);
  });
});

describe('isIndexDecoder', () => {
  it('tells decoders that give indices alone', () => {
    const decoder = rleDictionary.decoder(Uint8Array.of(2, 6, 1), contextOf(four, 3));
    expect(isIndexDecoder(decoder)).toBe(true);
    const indices = new Int32Array(5);
    decoder.readIndices(indices, 2, 3);
    expect([...indices]).toEqual([0, 0, 1, 1, 1]);
    expect(decoder.remaining).toBe(0);
    expect(isIndexDecoder({ remaining: 0, read: () => four, readInto: () => {}, skip: () => {} })).toBe(false);
  });
});

const types = Object.entries(PhysicalType);

describe.each(types)('%s', (_, type) => {
  const lengths = fc.integer({ min: 1, max: 300 });
  const picks = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 40 })), { maxLength: 30 });
  const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.nat(60)), { maxLength: 20 });

  it('reads what it writes, whole, in chunks, after skips, and gathered', () => {
    fc.assert(
      fc.property(lengths, picks, steps, fc.integer({ min: 1, max: 13 }), (length, repeats, chunks, typeLength) => {
        const dictionary = dictionaryOf(type, length, typeLength);
        const indices = Int32Array.from(repeats.flatMap(([at, n]) => new Array<number>(n).fill(at % length)));
        const values: Values = { layout: 'dictionary', type, length: indices.length, indices, dictionary };
        const context = contextOf(dictionary, indices.length);
        const encoder = rleDictionary.encoder?.(context.column);
        if (encoder === undefined) throw new Error('no encoder');
        encoder.write(values, 0, indices.length >> 1);
        encoder.write(values, indices.length >> 1, indices.length);
        const bound = encoder.byteLength;
        const bytes = encoder.finish();
        expect(bytes.length).toBeLessThanOrEqual(bound);

        const entries = list(values);
        const decoder = rleDictionary.decoder(bytes, context);
        const target = createColumnBuffer(context.column);
        const appended: string[] = [];
        let at = 0;
        for (const [kind, step] of [...chunks, [2, indices.length] as const]) {
          const n = Math.min(step, indices.length - at);
          if (kind === 0) expect(list(decoder.read(n))).toEqual(entries.slice(at, at + n));
          else if (kind === 1) decoder.skip(n);
          else if (kind === 2) {
            decoder.readInto(target, n);
            appended.push(...entries.slice(at, at + n));
          } else {
            const some = new Int32Array(n);
            decoder.readIndices(some, 0, n);
            expect(some).toEqual(indices.subarray(at, at + n));
          }
          at += n;
        }
        expect(decoder.remaining).toBe(0);
        expect(list(target.values)).toEqual(appended);
      }),
      { numRuns: 150 },
    );
  });

  it('gathers more than one batch', () => {
    const dictionary = dictionaryOf(type, 100);
    const indices = Int32Array.from({ length: 10_000 }, (_, i) => (i * 37) % 100);
    const runs = encodeRuns(indices, 0, indices.length, 7);
    const context = contextOf(dictionary, indices.length);
    const target = createColumnBuffer(context.column);
    rleDictionary.decoder(Uint8Array.of(7, ...runs), context).readInto(target, indices.length);
    expect(list(target.values)).toEqual(
      list({ layout: 'dictionary', type, length: indices.length, indices, dictionary }),
    );
  });
});

describe('malformed pages', () => {
  it('throw nothing but ParquetError, and never give an index beyond the dictionary', () => {
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

  it('are truncated at every byte', () => {
    const indices = Int32Array.from({ length: 300 }, (_, i) => (i < 100 ? 3 : (i * 7) & 3));
    const bytes = Uint8Array.of(2, ...encodeRuns(indices, 0, 300, 2));
    for (let cut = 0; cut < bytes.length; cut++) {
      expect(codeOf(() => rleDictionary.decoder(bytes.subarray(0, cut), contextOf(four, 300)).read(300))).toBe(
        'TRUNCATED',
      );
    }
  });
});
