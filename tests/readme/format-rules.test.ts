/**
 * docs/format-rules.md quotes the titles of tests that prove its rules. These tests check that each quoted title exists
 * in the tests of the package that the page names.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { textOf } from './pages.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface Quote {
  /** A package, `cli`, or a folder such as `tests/interop`. */
  readonly place: string;
  /** The title of a test, with `...` for parts that are left out. */
  readonly title: string;
}

/**
 * Returns the test titles in the last column of the tables. A title without a package or folder belongs to the package
 * or folder of the title before it.
 */
function quotesOf(markdown: string): Quote[] {
  const quotes: Quote[] = [];
  for (const line of markdown.split('\n').filter((each) => /^\|.*\|$/.test(each))) {
    const tests = line.split(' | ').at(-1) ?? '';
    let place = '';
    for (const [, named, title = ''] of tests.matchAll(/(?:`?([a-z0-9/-]+)`?: )?\*([^*]+)\*/g)) {
      place = named ?? place;
      quotes.push({ place, title });
    }
  }
  return quotes;
}

function foldersOf(place: string): string[] {
  if (place.startsWith('tests/')) return [place];
  return place === 'cli' ? ['apps/cli/test'] : [`packages/${place}/test`, `packages/${place}/vectors`];
}

const linesOf = new Map<string, string[]>();

/**
 * Returns the lines of the test files in a package or folder, and the names of test vectors that are used as titles.
 */
function testLines(place: string): string[] {
  const known = linesOf.get(place);
  if (known !== undefined) return known;
  const lines = foldersOf(place).flatMap((folder) => {
    const path = join(root, folder);
    const names = folder.endsWith('/vectors')
      ? vectorFiles(path)
      : readdirSync(path, { recursive: true, encoding: 'utf8' });
    return names
      .filter((name) => /\.(ts|json)$/.test(name))
      .flatMap((name) => readFileSync(join(path, name), 'utf8').replaceAll("\\'", "'").split('\n'));
  });
  linesOf.set(place, lines);
  return lines;
}

function vectorFiles(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** True if a line of the tests has a string that matches the title, in which `...` matches any text. */
function isTitle({ place, title }: Quote): boolean {
  const parts = title.split('...').map((part) => part.trim().replace(/[^\w ]/g, '\\$&'));
  const pattern = new RegExp(`['"\`]${parts.join('.*')}['"\`]`);
  return testLines(place).some((line) => pattern.test(line));
}

const quotes = quotesOf(textOf('docs/format-rules.md'));

test('each test that docs/format-rules.md quotes exists', () => {
  expect(quotes.length).toBeGreaterThan(100);
  expect(quotes.filter((quote) => !isTitle(quote))).toEqual([]);
});

test('isTitle returns false for a title that no test has', () => {
  expect(isTitle({ place: 'rle', title: 'readRuns reads width 32, whose mask is not (1 << 32) - 1' })).toBe(true);
  expect(isTitle({ place: 'rle', title: 'readRuns reads width 33 ...' })).toBe(false);
});
