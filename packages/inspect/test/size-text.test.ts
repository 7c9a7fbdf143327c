import { sizeText } from '@marquetry/inspect';
import { expect, test } from 'vitest';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1.00 kB'],
  [9994, '9.99 kB'],
  [9996, '10.0 kB'],
  [99_960, '100 kB'],
  [999_499, '999 kB'],
  [999_500, '1.00 MB'],
  [40_100_000, '40.1 MB'],
  [2 ** 53, '9007 TB'],
])('sizeText formats %d bytes as %s', (byteLength, text) => {
  expect(sizeText(byteLength)).toBe(text);
});
