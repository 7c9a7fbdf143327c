/** Tests filters on columns of a custom dictionary encoding whose decoders cannot return indices. */
import { javascriptKernels } from '@marquetry/bit-io';
import type { Encoding } from '@marquetry/core';
import { createRleDictionary } from '@marquetry/dictionary';
import { createSimdKernels } from '@marquetry/simd';
import { standardEncodings } from '@marquetry/test-support/standard.js';
import { memorySink, openParquet, writeParquet } from 'marquetry';
import { expect, test } from 'vitest';

const simd = createSimdKernels();
const rows = Array.from({ length: 100 }, (_, i) => ({ a: i % 3, b: i / 2 }));

test.each([
  ['SIMD', simd],
  ['JavaScript', javascriptKernels],
])('a filter finds the same rows if a decoder with %s kernels cannot return indices', async (_, kernels) => {
  const base = createRleDictionary(kernels);
  const wrapped: Encoding = {
    ...base,
    id: 201,
    name: 'WRAPPED',
    decoder: (bytes, context) => {
      const decoder = base.decoder(bytes, context);
      return {
        get remaining() {
          return decoder.remaining;
        },
        read: (count) => decoder.read(count),
        readInto: (target, count) => decoder.readInto(target, count),
        skip: (count) => decoder.skip(count),
      };
    },
  };
  const encodings = standardEncodings.with(wrapped);
  const sink = memorySink();
  await writeParquet(sink, rows, { encodings, columns: { a: { encoding: 201 }, b: { encoding: 201 } } });
  const file = await openParquet(sink.bytes, { encodings, kernels: simd });
  const found: number[] = [];
  for await (const { b } of file.columnBatches({ where: { a: 1 }, columns: ['b'], decodeDictionaries: true })) {
    const { values } = b as NonNullable<typeof b>;
    if (values.layout === 'fixed') found.push(...(values.data as Float64Array));
  }
  expect(found).toEqual(rows.filter(({ a }) => a === 1).map(({ b }) => b));
});
