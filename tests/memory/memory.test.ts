/** Small hostile files that decode to gigabytes. Each call runs in a separate process, whose peak memory is measured. */
import { isFull } from '@marquetry/test-support/full.js';
import { describe, expect, test } from 'vitest';
import { describeReport, tryFiles } from './driver.mjs';

/** The files and calls of a quick run. */
const some: Readonly<Record<string, readonly string[]>> = {
  'bomb-zstd-dictionary': ['rows-1'],
  'run-boolean': ['rows-1', 'columns'],
  'entry-1m': ['rows-1'],
  'entry-200m': ['rows'],
  'statistics-long': ['open'],
};

const isWanted = (file: string, call: string): boolean => isFull || (some[file]?.includes(call) ?? false);

async function faultsOf(server: boolean): Promise<string[]> {
  const reports = await tryFiles({ only: (file) => isFull || file in some, calls: isWanted, server });
  for (const report of reports) console.log(describeReport(report));
  expect(reports.length).toBeGreaterThanOrEqual(Object.values(some).flat().length);
  return reports.flatMap(({ file, call, fault }) => (fault === undefined ? [] : [`${file} ${call}: ${fault}`]));
}

describe('memory use when reading hostile files', () => {
  test('reading hostile files takes less than 1 GiB of memory, and ends with a result, LIMIT or CORRUPT', {
    timeout: 7_200_000,
  }, async () => {
    expect(await faultsOf(false)).toEqual([]);
  });

  test.runIf(isFull)(
    'reading hostile files with `serverLimits` takes less than 200 MiB of memory',
    { timeout: 7_200_000 },
    async () => {
      expect(await faultsOf(true)).toEqual([]);
    },
  );
});
