/** Tests which parsed page indexes are cached for later scans of a file. */
import type { ChunkLocation, ParquetFile } from '@marquetry/file';
import { expect, test } from 'vitest';
import { keepPages, knownPages, type PageStatistics } from '../src/plan/known-pages.js';

function fileOf(sharesMemory: boolean): ParquetFile {
  return { footer: {}, source: { byteLength: 0, sharesMemory } } as unknown as ParquetFile;
}

const chunkOf = (secrets?: object): ChunkLocation => ({ chunk: {}, secrets }) as unknown as ChunkLocation;

/** Returns pages of one row each, and counts how often statistics are parsed. */
function pagesOf(count: number): { readonly pages: PageStatistics; parsed: number } {
  const counted = {
    parsed: 0,
    pages: {
      starts: Array.from({ length: count + 1 }, (_, i) => i),
      of: (page: number) => {
        counted.parsed++;
        const nullCount = page;
        return { slotCount: 1, nullCount, nanCount: 0, distinctCount: 0, bounds: undefined, ignored: undefined };
      },
    },
  };
  return counted;
}

test('the statistics of each page of an in-memory file are parsed only once', () => {
  const [file, chunk, counted] = [fileOf(true), chunkOf(), pagesOf(3)];
  expect(knownPages(chunk)).toBe(undefined);
  const kept = keepPages(file, chunk, counted.pages);
  expect(knownPages(chunk)).toBe(kept);
  expect(kept.starts).toEqual([0, 1, 2, 3]);
  expect([0, 1, 2, 2].map((page) => kept.of(page).nullCount)).toEqual([0, 1, 2, 2]);
  expect(counted.parsed).toBe(3);
  expect(knownPages(chunkOf())).toBe(undefined);
});

test.each([
  ['of files that are not in memory', fileOf(false), chunkOf()],
  ['of encrypted columns', fileOf(true), chunkOf({})],
])('statistics of the pages %s are not kept', (_name, file, chunk) => {
  const { pages } = pagesOf(3);
  expect(keepPages(file, chunk, pages)).toBe(pages);
  expect(knownPages(chunk)).toBe(undefined);
});

test('the statistics of at most 8,192 pages per file are kept', () => {
  const file = fileOf(true);
  const [first, second, third] = [chunkOf(), chunkOf(), chunkOf()];
  keepPages(file, first, pagesOf(8000).pages);
  keepPages(file, second, pagesOf(193).pages);
  keepPages(file, third, pagesOf(192).pages);
  expect([first, second, third].map((chunk) => knownPages(chunk) !== undefined)).toEqual([true, false, true]);
});
