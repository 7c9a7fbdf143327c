/**
 * Reading a broken file yields a ParquetError, or columns that agree with the file's own metadata.
 */
import { isFull } from '@marquetry/test-support/full.js';
import { expect, test } from 'vitest';
import { describeReport, runMutants } from './driver.mjs';

const count = isFull ? 400_000 : 1_000;

test(`reading each of ${count} mutants (damaged files) yields a ParquetError or columns that agree with the file's metadata`, {
  timeout: 900_000,
}, async () => {
  const seed = isFull ? Date.now() % 2 ** 31 : 1;
  // Reading mutants as rows, rewriting them and reading them with both kernel sets takes the most time, so a quick run does it only for
  // some.
  const every = isFull ? {} : { rowsEvery: 4, rewriteEvery: 32, kernelsEvery: 4 };
  const report = await runMutants({ count, seed, ...every });
  console.log(`seed ${seed}: ${describeReport(report)}`);
  expect(report.faults).toEqual([]);
  expect(report.mutants).toBe(count);
  // Some mutants must be rejected and some must be readable, otherwise the test would prove nothing.
  expect(report.results['read']).toBeGreaterThan(count / 20);
  expect(report.results['CORRUPT']).toBeGreaterThan(count / 20);
});
