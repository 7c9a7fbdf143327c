/**
 * The comparison in the README repeats figures from docs/performance.md. These tests fail if a new benchmark run
 * changes one of them by more than a tenth.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const readme = read('README.md');
const performance = read('docs/performance.md');

const cells = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** Returns the cells of the row that starts with `label`. */
function cellsOf(markdown: string, label: string): string[] {
  return cells(markdown.split('\n').find((each) => each.startsWith(`| ${label} |`)) ?? '');
}

/** Returns a cell of the table `name` of docs/performance.md. */
function figure(name: string, row: string, column: string): number {
  const [, table = ''] =
    new RegExp(`<!-- bench: ${name} -->\\n([\\s\\S]*?)<!-- end of bench -->`).exec(performance) ?? [];
  const [head = ''] = table.split('\n');
  const columns = cells(head);
  return Number.parseFloat((cellsOf(table, row)[columns.indexOf(column)] ?? '').replaceAll(',', ''));
}

/** Returns a number in a cell of the README's comparison table: the first number, or the one at index `place`. */
function compared(row: string, column: number, place = 0): number {
  const numbers = (cellsOf(readme, row)[column] ?? '').replaceAll(',', '').match(/\d+(?:\.\d+)?/g) ?? [];
  return Number(numbers[place]);
}

const lineitem = 'lineitem, pages v1, SNAPPY';
const integers = 'integers, DELTA_BINARY_PACKED';

describe('figures in the comparison table of the README', () => {
  test.each<[string, number, number]>([
    [
      'lineitem, SIMD',
      compared('reads TPC-H lineitem (SNAPPY) into columns', 1),
      figure('reading', lineitem, 'Marquetry flat, SIMD'),
    ],
    [
      'lineitem, JavaScript',
      compared('reads TPC-H lineitem (SNAPPY) into columns', 1, 1),
      figure('reading', lineitem, 'Marquetry flat, JS'),
    ],
    [
      'lineitem, parquet-wasm',
      compared('reads TPC-H lineitem (SNAPPY) into columns', 3),
      figure('reading', lineitem, 'parquet-wasm'),
    ],
    [
      'lineitem, DuckDB',
      compared('reads TPC-H lineitem (SNAPPY) into columns', 4),
      figure('reading', lineitem, 'DuckDB'),
    ],
    [
      'integers, SIMD',
      compared('reads integers in DELTA_BINARY_PACKED', 1),
      figure('reading', integers, 'Marquetry flat, SIMD'),
    ],
    [
      'integers, parquet-wasm',
      compared('reads integers in DELTA_BINARY_PACKED', 3),
      figure('reading', integers, 'parquet-wasm'),
    ],
    ['memory', compared('peak memory while reading lineitem', 1), figure('memory', lineitem, 'Marquetry flat, SIMD')],
    [
      'memory, parquet-wasm',
      compared('peak memory while reading lineitem', 3),
      figure('memory', lineitem, 'parquet-wasm'),
    ],
    [
      'writing',
      compared('writes lineitem (SNAPPY): speed, file size', 1),
      figure('writing', 'write lineitem', 'Marquetry typed, SIMD'),
    ],
    [
      'writing, parquet-wasm',
      compared('writes lineitem (SNAPPY): speed, file size', 3),
      figure('writing', 'write lineitem', 'parquet-wasm'),
    ],
  ])('%s is within a tenth of the measured figure', (_, said, measured) => {
    expect(measured).toBeGreaterThan(0);
    expect(Math.abs(said - measured) / measured).toBeLessThan(0.1);
  });
});

test.each([
  ['apps/site/pages/guides/from-hyparquet.md', 'rows', 'kB'],
  ['apps/site/pages/guides/web-page.md', 'rows', 'kB'],
  ['apps/site/pages/index.md', 'first-program', 'kB'],
  ['docs/performance.md', 'rows', ''],
])('%s states the same size for %s as the README', (page, entry, unit) => {
  const [, size] = new RegExp(`\\| ([\\d.]+) kB \\| .*tests/sizes/${entry}\\.js`).exec(readme) ?? [];
  expect(size).toBeDefined();
  expect(read(page)).toMatch(new RegExp(`\\b${size} ${unit}`));
});
