import { fullOr } from '@marquetry/test-support/full.js';
import { expect, test } from 'vitest';
import { differences } from './differential.js';

test.each(Array.from({ length: fullOr(200, 24) }, (_, seed) => seed))(
  'scans of the random file %i give the rows that plain JavaScript keeps',
  async (seed) => {
    expect(await differences(seed, 40)).toEqual([]);
  },
);
