import type { ParquetFile } from '@marquetry/file';
import { rowRanges } from '@marquetry/file/row-ranges';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ColumnShare, shareColumns } from '../src/plan.js';
import { openSample, sampleFile } from './workers.js';

let file: ParquetFile;
beforeAll(async () => {
  file = await openSample(await sampleFile());
});

function shares(workers: number, mostUnread: number, rowGroups?: readonly number[]): readonly ColumnShare[] {
  const ranges = rowRanges(file.metadata.rowGroups, rowGroups === undefined ? {} : { rowGroups });
  return shareColumns(file, file.schema.leaves, ranges, workers, mostUnread);
}

describe('shareColumns', () => {
  test('one worker reads all columns of a row group that fits in the memory for waiting batches', () => {
    expect(shares(2, 2 ** 24)).toEqual([file.schema.leaves.map((_, i) => i)]);
  });

  test.each([2, 3, 4])(
    'all %i workers share each row group that is larger than the memory for waiting batches',
    (workers) => {
      const all = shares(workers, 1);
      expect(all).toHaveLength(workers);
      expect(all.flat().sort((a, b) => a - b)).toEqual(file.schema.leaves.map((_, i) => i));
    },
  );

  test('half of the workers share a row group if half of it fits in the memory for waiting batches', () => {
    let most = 1;
    while (shares(4, most).length === 4) most++;
    expect(shares(4, most)).toHaveLength(2);
  });

  test('several workers share a row group if there are fewer row groups than workers', () => {
    expect(shares(4, 2 ** 24, [0])).toHaveLength(4);
    expect(shares(4, 2 ** 24, [0, 1])).toHaveLength(2);
  });

  test('every column is read by a different worker if there are more workers than columns', () => {
    const all = shares(64, 1);
    expect(all).toHaveLength(file.schema.leaves.length);
    expect(all.every(({ length }) => length === 1)).toBe(true);
  });

  test('a read without row groups is assigned to one worker', () => {
    expect(shares(4, 2 ** 24, [])).toHaveLength(1);
  });
});
