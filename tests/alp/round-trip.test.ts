/**
 * Round trips of five kinds of doubles through ALP. `npm run test:alp -- 100000000` tests more of them.
 */
import { fullOr } from '@marquetry/test-support/full.js';
import { expect, test } from 'vitest';
import { kindNames } from './kinds.js';
import { describeKind, roundTrips } from './round-trip.js';

const count = fullOr(20_000_000, 500_000);

test(`${count} doubles of five kinds are decoded with exactly the same bits`, { timeout: 300_000 }, () => {
  const reports = [...roundTrips({ count })];
  for (const report of reports) console.log(describeKind(report));
  expect(reports.map(({ kind }) => kind)).toEqual(kindNames);
  expect(reports.reduce((sum, { values }) => sum + values, 0)).toBe(count);
  expect(reports.reduce((sum, { wrong }) => sum + wrong, 0)).toBe(0);
});
