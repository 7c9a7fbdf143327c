import { spreadInPlace } from '@marquetry/bit-io';
import { createColumnBuffer, PhysicalType } from '@marquetry/core';
import { expect, test } from 'vitest';

test.each([63, 64, 65, 300, 1000])(
  'spreadInPlace moves values of %i bytes to the positions of the 1 bits, and fills the positions of nulls with zeros',
  (width) => {
    const buffer = createColumnBuffer({ type: PhysicalType.FIXED_LEN_BYTE_ARRAY, width });
    buffer.reserve(8);
    // Entry 0 stays where it is, and entries 1, 2 and 3 are moved. Each byte of entry i is i + 9.
    for (let value = 0; value < 4; value++) buffer.data.fill(value + 9, value * width, (value + 1) * width);
    buffer.data.fill(77, 4 * width, 8 * width);
    buffer.length = 4;
    spreadInPlace(buffer, 1, 3, Uint8Array.of(0b0001_1010), 7);
    expect(buffer.length).toBe(8);
    const firsts = Array.from({ length: 8 }, (_, slot) => buffer.data.subarray(slot * width, (slot + 1) * width));
    expect(firsts.map((entry) => [entry[0], entry[width - 1]])).toEqual(
      [9, 0, 10, 0, 11, 12, 0, 0].map((value) => [value, value]),
    );
  },
);
