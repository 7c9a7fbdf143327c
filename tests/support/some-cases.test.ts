import { describe, expect, test } from 'vitest';
import { isFull } from './full.js';
import { someCases } from './some-cases.js';

const tried = ['reads', 'skips', 'ends', 'fails', 'writes'];
/** Returns a conformance suite with `pages` pages, six per column. `once` is a case that does not use the pages. */
const suite = (pages: number): { name: string; page: number }[] => [
  { name: 'X: once', page: 0 },
  ...Array.from({ length: pages }, (_, page) =>
    tried.map((name) => ({ name: `X, column ${Math.floor(page / 6)}, kind ${page % 6}: ${name}`, page })),
  ).flat(),
];

describe.skipIf(isFull)('cases that a quick run tests', () => {
  test('a quick run tests a third of the pages of a suite, and each case at least once', () => {
    const taken = someCases(suite(54));
    expect(taken).toHaveLength(1 + (tried.length * 54) / 3);
    expect(new Set(taken.map(({ name }) => name.slice(name.indexOf(': ') + 2)))).toEqual(new Set(['once', ...tried]));
  });

  test('a quick run tests each case on every column and on all six kinds of page', () => {
    const taken = someCases(suite(54));
    for (const name of tried) {
      const pages = taken.filter((each) => each.name.endsWith(`: ${name}`)).map(({ page }) => page);
      expect([...new Set(pages.map((page) => page % 6))].sort()).toEqual([0, 1, 2, 3, 4, 5]);
      expect(new Set(pages.map((page) => Math.floor(page / 6))).size).toBe(9);
    }
  });

  test('a quick run tests every case on every page if a suite has fewer than six pages', () => {
    expect(someCases(suite(5))).toEqual(suite(5));
  });
});
