import { javascriptKernels } from '@marquetry/bit-io';
import { type BytesValues, defaultLimits, PhysicalType } from '@marquetry/core';
import { createSchema } from '@marquetry/schema';
import { describe, expect, test } from 'vitest';
import { sampledValues } from '../src/sampled-values.js';

const { leaves } = createSchema([
  { name: 'root', numChildren: 1 },
  { name: 'c', type: PhysicalType.BYTE_ARRAY, repetitionType: 0 },
]);
const settings = { leaf: leaves[0]!, kernels: javascriptKernels, limits: defaultLimits };

/** Returns `count` values of `size` bytes each. */
function valuesOfSize(count: number, size: number): BytesValues {
  const offsets = Int32Array.from({ length: count + 1 }, (_, i) => i * size);
  const data = new Uint8Array(count * size);
  return { layout: 'bytes', type: PhysicalType.BYTE_ARRAY, length: count, offsets, data };
}

describe('sampledValues', () => {
  test.each([
    ['few short values contains all of them', 1000, 10, 1000],
    ['many short values contains a share of them', 100_000, 10, 3124],
    ['few long values contains 4 MiB of them', 1000, 100_000, 40],
    ['many long values contains 4 MiB of them', 4000, 20_000, 208],
    ['values above 1 MiB contains four of them', 20, 2_000_000, 4],
    ['three values above 1 MiB contains all of them', 3, 5_000_000, 3],
  ])('a sample of %s', (_, count, size, expected) => {
    const sample = sampledValues(valuesOfSize(count, size), 0, count, settings);
    expect(sample.length).toBe(expected);
  });
});
