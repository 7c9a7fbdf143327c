/**
 * Tests the measured size of a sample in each encoding, with an encoding and a codec whose sizes can be computed by
 * hand.
 */
import { javascriptKernels } from '@marquetry/bit-io';
import {
  createRegistry,
  defaultLimits,
  type Encoding,
  EncodingId,
  ParquetError,
  PhysicalType,
  type Values,
} from '@marquetry/core';
import { FieldRepetitionType } from '@marquetry/metadata';
import { leafOf } from '@marquetry/test-support/chunk-file.js';
import { valuesOf } from '@marquetry/test-support/values.js';
import { expect, test } from 'vitest';
import { createSample, type SampleSettings } from '../src/sample.js';

const int32 = leafOf({ name: 'c', type: PhysicalType.INT32, repetitionType: FieldRepetitionType.REQUIRED });
const bits = leafOf({ name: 'c', type: PhysicalType.BOOLEAN, repetitionType: FieldRepetitionType.REQUIRED });

/** Returns an encoding that takes `bytesPerValue` bytes per value. */
function encodingOf(id: number, bytesPerValue: number, options: object = {}): Encoding {
  return {
    contract: 1,
    id,
    name: `encoding ${id}`,
    usesDictionary: false,
    supports: () => true,
    decoder: () => {
      throw new ParquetError('UNSUPPORTED', 'a test only writes');
    },
    encoder: () => {
      let length = 0;
      return {
        write: (_: Values, from: number, to: number) => {
          length += bytesPerValue * (to - from);
        },
        finish: () => new Uint8Array(length),
      };
    },
    ...options,
  } as unknown as Encoding;
}

const plain = encodingOf(EncodingId.PLAIN, 4);
const indices = encodingOf(EncodingId.RLE_DICTIONARY, 1, { usesDictionary: true });
const readOnly = encodingOf(EncodingId.BYTE_STREAM_SPLIT, 1, { encoder: undefined });
const historical = encodingOf(EncodingId.PLAIN_DICTIONARY, 1, { usesDictionary: true });
const ownId = encodingOf(200, 1);

const settings = (encodings: readonly Encoding[], options: Partial<SampleSettings> = {}): SampleSettings => ({
  leaf: int32,
  encodings: createRegistry(encodings),
  encoderOptions: undefined,
  codec: undefined,
  dictionary: { maxValues: 1e6, maxBytes: 1e6 },
  kernels: javascriptKernels,
  limits: defaultLimits,
  ...options,
});

const four = valuesOf(int32, [7, 7, 8, 8]);

test('the candidates of a policy are current encodings that can write the type of the column', () => {
  const all = [plain, indices, readOnly, historical, ownId];
  const candidates = (options: Partial<SampleSettings>): readonly number[] =>
    createSample(four, 0, 4, true, settings(all, options)).candidates;
  expect(candidates({})).toEqual([EncodingId.PLAIN, EncodingId.RLE_DICTIONARY]);
  expect(candidates({ dictionary: undefined })).toEqual([EncodingId.PLAIN]);
  const booleans = createSample(valuesOf(bits, [true, false]), 0, 2, true, settings(all, { leaf: bits }));
  expect(booleans.candidates).toEqual([EncodingId.PLAIN]);
});

test('an encoding that cannot write the values has a larger measured size than any other', () => {
  const sample = createSample(four, 0, 4, true, settings([plain, readOnly]));
  expect(sample.measure(EncodingId.BYTE_STREAM_SPLIT)).toBe(Number.POSITIVE_INFINITY);
  expect(sample.measure(EncodingId.PLAIN)).toBe(16);
});

test('the measured size in an encoding is the size after compression', () => {
  const halving = { id: 1, name: 'half', compress: (bytes: Uint8Array) => bytes.subarray(0, bytes.length / 2) };
  const codec = halving as unknown as NonNullable<SampleSettings['codec']>;
  expect(createSample(four, 0, 4, true, settings([plain], { codec })).measure(EncodingId.PLAIN)).toBe(8);
  const { compress: _, ...reading } = halving;
  const silent = reading as unknown as NonNullable<SampleSettings['codec']>;
  expect(createSample(four, 0, 4, true, settings([plain], { codec: silent })).measure(EncodingId.PLAIN)).toBe(16);
});

test('if the sample is the whole chunk, the size with a dictionary is that of the indices plus that of the entries', () => {
  // There are 4 indices of 1 byte each, and 2 entries of 4 bytes each.
  const sample = createSample(four, 0, 4, true, settings([plain, indices]));
  expect(sample.measure(EncodingId.RLE_DICTIONARY)).toBe(4 + 8);
  expect(createSample(four, 1, 3, true, settings([plain, indices])).measure(EncodingId.RLE_DICTIONARY)).toBe(2 + 8);
  const without = createSample(four, 0, 4, true, settings([plain, indices], { dictionary: undefined }));
  expect(without.measure(EncodingId.RLE_DICTIONARY)).toBe(Number.POSITIVE_INFINITY);
  const none = createSample(valuesOf(int32, []), 0, 0, true, settings([plain, indices]));
  expect(none.measure(EncodingId.RLE_DICTIONARY)).toBe(0);
});

test('if the chunk is unfinished, the size with a dictionary includes a share of the dictionary expected for 2^18 values', () => {
  // Both halves of the sample have the same 2 entries, so the chunk is expected to have 2 entries, too. They take 8
  // bytes for 2^18 values, of which the sample has 4.
  const repeated = valuesOf(int32, [7, 8, 7, 8]);
  const sample = createSample(repeated, 0, 4, false, settings([plain, indices]));
  expect(sample.measure(EncodingId.RLE_DICTIONARY)).toBeCloseTo(4 + (8 * 4) / 2 ** 18, 9);
  // The halves of the sample have no entry in common. 2 of 4 values are distinct, so 2^17 entries are expected for 2^18
  // values. Indices into these have 17 bits instead of 1.
  const growing = createSample(four, 0, 4, false, settings([plain, indices]));
  expect(growing.measure(EncodingId.RLE_DICTIONARY)).toBeCloseTo(4 * 17 + (4 * 2 ** 17 * 4) / 2 ** 18, 9);
});
