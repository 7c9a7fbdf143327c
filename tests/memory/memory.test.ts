/**
 * Files of a few bytes that ask for gigabytes, each call in a process of its own whose peak memory is measured.
 */
import { expect, test } from 'vitest';
import { describeReport, tryFiles } from './driver.mjs';

const full = process.env['MARQUETRY_FULL'] !== undefined;

/** What holds of the set: names of files, and calls. */
const held: Readonly<Record<string, readonly string[]>> = {
  'bomb-zstd-dictionary': ['open', 'rows-1'],
  'run-boolean': ['rows-1', 'columns'],
};

test('hostile files stay below 1 GiB of memory and end in a result, LIMIT or CORRUPT', {
  timeout: full ? 3_600_000 : 120_000,
}, async () => {
  const reports = [];
  for (const [file, calls] of Object.entries(held)) {
    reports.push(...(await tryFiles({ only: (name) => name === file, call: (name) => calls.includes(name) })));
  }
  for (const report of reports) console.log(describeReport(report));
  expect(
    reports.flatMap(({ file, call, fault }) => (fault === undefined ? [] : [`${file} ${call}: ${fault}`])),
  ).toEqual([]);
  expect(reports).toHaveLength(Object.values(held).flat().length);
});
