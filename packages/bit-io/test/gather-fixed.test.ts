import { gatherInto, javascriptKernels } from '@marquetry/bit-io';
import { bytesOf, createColumnBuffer, fixedValues, PhysicalType } from '@marquetry/core';
import { expect, test } from 'vitest';

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17, 33])(
  'gatherInto copies fixed-length entries of %i bytes that start at any byte of a page',
  (width) => {
    const type = { type: PhysicalType.FIXED_LEN_BYTE_ARRAY, width };
    const entries = 5;
    for (const start of [0, 1, 3]) {
      const page = Uint8Array.from({ length: start + entries * width }, (_, i) => (i * 37 + 11) & 0xff);
      const data = page.subarray(start);
      const dictionary = fixedValues(type, page, start, entries);
      const indices = Int32Array.from({ length: 40 }, (_, i) => (i * 3) % entries);
      const buffer = createColumnBuffer(type);
      // The second call appends entries after those of the first call.
      gatherInto(buffer, dictionary, indices, 2, 7, javascriptKernels);
      gatherInto(buffer, dictionary, indices, 9, 31, javascriptKernels);
      const { values } = buffer;
      if (values.layout !== 'fixed') throw new Error(values.layout);
      const expected = [...indices.subarray(2)].flatMap((index) => [
        ...data.subarray(index * width, (index + 1) * width),
      ]);
      expect(values.length).toBe(38);
      expect([...bytesOf(values.data)].slice(0, 38 * width)).toEqual(expected);
    }
  },
);
