import { expect, test } from 'vitest';
import { differences } from './differential.js';
import { seedsOf } from './seeds.js';

test.each(seedsOf(0, { full: 200, quick: 15 }))(
  'scans of the random file %i return the same rows as plain JavaScript',
  async (seed) => {
    expect(await differences(seed, 40)).toEqual([]);
  },
);
