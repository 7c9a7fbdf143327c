/** Tests the map that `pages --map` draws, and the bars that `sizes` draws. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { EncodingId } from '@marquetry/core';
import { buildFile, elementOf } from '@marquetry/test-support/files.js';
import { memorySink, writeParquet } from 'marquetry';
import picocolors from 'picocolors';
import { describe, expect, it } from 'vitest';
import { flightsPath } from '../../demo/src/flights.js';
import { drawBar, plainBar } from '../src/map/bar.js';
import { createLegend } from '../src/map/legend.js';
import { widthOf } from '../src/terminal/printable.js';
import { fileOf, jsonLines, runCli } from './run-cli.js';
import { int32Page, integers } from './sample.js';

/** Returns a file of two columns, with pages of `pageValues` values each, in row groups of the given numbers of pages. */
function pagesOf(groups: readonly number[], more = {}): Uint8Array {
  const page = int32Page([1, 2, 3, 4]);
  return buildFile({
    schema: [{ name: 'schema', numChildren: 2 }, elementOf('a', integers), elementOf('b', integers)],
    rowGroups: groups.map((count) => ({
      columns: [{ pages: Array(count).fill(page) }, { pages: Array(count).fill(page), ...more }],
    })),
  });
}

const plainColors = { colors: picocolors.createColors(false) };
const colored = { colors: picocolors.createColors(true) };

describe('drawBar', () => {
  const legend = createLegend(plainColors);
  const plain = legend.markOf(['PLAIN']);
  const dictionary = legend.markOf(['RLE_DICTIONARY', 'PLAIN']);

  it('drawBar draws segments to scale, as letters that alternate between upper and lower case', () => {
    const of = (byteLength: number, mark = plain) => ({ byteLength, mark });
    expect(drawBar([of(30), of(60), of(10, dictionary)], 10, plainColors)).toBe('PPPppppppD');
    expect(drawBar([of(1), of(1), of(1)], 3, plainColors)).toBe('PpP');
    // The second segment is too small to be seen.
    expect(drawBar([of(50), of(1), of(49)], 10, plainColors)).toBe('PPPPPPPPPP');
    expect(drawBar([of(5)], 1, plainColors)).toBe('P');
    expect(drawBar([of(0)], 10, plainColors)).toBe('');
    expect(drawBar([], 10, plainColors)).toBe('');
    expect(drawBar([of(0), of(4, dictionary)], 4, plainColors)).toBe('dddd');
  });

  it('drawBar uses two shades of each color if colors are enabled', () => {
    const mark = createLegend(colored).markOf(['PLAIN']);
    const bar = drawBar(
      [
        { byteLength: 1, mark },
        { byteLength: 1, mark },
      ],
      4,
      colored,
    );
    expect(bar).toBe(`${colored.colors.cyan('██')}${colored.colors.cyan('▓▓')}`);
  });
});

describe('plainBar', () => {
  it.each([
    [0, ''],
    [0.01, '▏'],
    [0.5, '█████'],
    [1, '██████████'],
    [1.2, '██████████'],
  ])('plainBar draws a bar that fills %d of ten characters as %s', (share, bar) => {
    expect(plainBar(share, 10)).toBe(bar);
  });
});

describe('the legend of a map', () => {
  it('the legend of a map gives each combination of encodings its own letter, and wraps its lines', () => {
    const legend = createLegend(plainColors);
    const letters = [['PLAIN'], ['PLAIN_DICTIONARY'], ['RLE_DICTIONARY'], ['RLE_DICTIONARY', 'PLAIN'], [], ['P2']].map(
      (names) => legend.markOf(names).letter,
    );
    expect(new Set(letters).size).toBe(letters.length);
    expect(letters.slice(0, 2)).toEqual(['P', 'D']);
    expect(legend.markOf(['PLAIN']).letter).toBe('P');
    const lines = legend.lines(40).trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(40);
    for (let i = 0; i < 40; i++) expect(legend.markOf([`E${i}`]).letter).toMatch(/^[A-Z]$/);
    expect(createLegend(plainColors).lines(40)).toBe('');
  });
});

describe('pages --map', () => {
  it('`pages --map` draws all row groups to the same scale, and lists the parts of the file and its largest columns', async () => {
    const { code, stdout, stderr } = await runCli(['pages', '--map', fileOf(pagesOf([4, 2]))]);
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(/^[\d.]+ (?:bytes|kB) {2}24 rows {2}2 row groups {2}2 columns$/);
    const bars = lines.filter((line) => line.startsWith('group ')).map((line) => line.split(/ {2}/).at(-1) ?? '');
    expect(bars).toHaveLength(2);
    for (const bar of bars) expect(bar).toMatch(/^(P+)(p+)$/);
    // Both columns of a group have the same size, and the second group has half the bytes of the first.
    expect(bars[0]).toHaveLength(2 * bars[1]!.length);
    expect(lines[2]).toHaveLength(80);
    expect(stdout).toContain('Pp PLAIN\n');
    expect(stdout).toMatch(/^column chunks +4 +/m);
    expect(stdout).toMatch(/^footer +1 +/m);
    expect(stdout).toMatch(/^a .* UNCOMPRESSED +PLAIN +█+$/m);
    expect(stdout).not.toContain('\u001b[');
  });

  it.each([40, 60, 80, 200])('no line of the map is longer than the --width of %d characters', async (width) => {
    const path = fileOf(pagesOf([4, 2]));
    for (const more of [[], ['--column', 'a']]) {
      const { stdout } = await runCli(['pages', '--map', path, '--width', String(width), ...more]);
      for (const line of stdout.split('\n').slice(1)) expect(widthOf(line)).toBeLessThanOrEqual(width);
    }
  });

  it('`pages --map` uses colors on a terminal, unless NO_COLOR is set', async () => {
    const path = fileOf(pagesOf([2]));
    expect((await runCli(['pages', '--map', path], { terminal: true })).stdout).toContain('\u001b[36m█');
    const { stdout } = await runCli(['pages', '--map', path], { terminal: true, env: { NO_COLOR: '1' } });
    expect(stdout).not.toContain('\u001b[');
    expect(stdout).toContain('Pp');
  });

  it('`pages --map` draws the pages of one column, and lists their totals per encoding', async () => {
    const rows = Array.from({ length: 4000 }, (_, i) => ({ id: i, name: `name ${i % 50}` }));
    const sink = memorySink();
    await writeParquet(sink, rows, { rowGroupRows: 2000, pageRows: 500, encoding: EncodingId.RLE_DICTIONARY });
    const path = fileOf(sink.bytes);
    const { code, stdout } = await runCli(['pages', '--map', path, '--column', 'name']);
    expect(code).toBe(0);
    expect(stdout.split('\n')[0]).toMatch(/^name {2}.*% of the file$/);
    expect(stdout).toMatch(/^group 0 +[\d.]+ (?:kB|bytes) {2}5 pages {2}T+d+D+d+D+$/m);
    expect(stdout).toMatch(/^dictionary +PLAIN +2 /m);
    expect(stdout).toMatch(/^data v\d +RLE_DICTIONARY +8 /m);
    const both = (await runCli(['pages', '--map', path, '--column', 'id', '--row-group', '1'])).stdout;
    expect(both).toMatch(/^group 1 /m);
    expect(both).not.toContain('group 0');
    expect((await runCli(['pages', '--map', path, '--column', 'none'])).code).toBe(2);
  });

  it('`pages --map` prints the parts of the file as JSON', async () => {
    const bytes = pagesOf([1, 1]);
    const { stdout } = await runCli(['pages', '--map', '--json', fileOf(bytes)]);
    const parts = jsonLines(stdout);
    expect(parts[0]).toEqual({ kind: 'magic', offset: 0, byteLength: 4, rowGroup: null, column: null });
    expect(
      parts.filter(({ kind }) => kind === 'column-chunk').map(({ rowGroup, column }) => [rowGroup, column]),
    ).toEqual([0, 1].flatMap((group) => ['a', 'b'].map((column) => [group, column])));
    expect(parts.reduce((sum, { byteLength }) => sum + (byteLength as number), 0)).toBe(bytes.length);
    const one = jsonLines((await runCli(['pages', '--map', '--json', '--row-group', '1', fileOf(bytes)])).stdout);
    expect(one.filter(({ rowGroup }) => rowGroup === 0)).toEqual([]);
  });

  it('`pages --map` reports parts that overlap, and still draws each byte once', async () => {
    const { code, stdout, stderr } = await runCli(['pages', '--map', fileOf(pagesOf([1], { dataPageOffset: 6 }))]);
    expect(code).toBe(0);
    expect(stderr).toBe('marquetry: parts that overlap or extend beyond the file (the map shows each byte once): 1\n');
    expect(stdout).toMatch(/^group 0 /m);
  });

  it('`pages --map` prints one line for all row groups after the first 40', async () => {
    const { stdout } = await runCli(['pages', '--map', fileOf(pagesOf(Array(50).fill(1)))]);
    expect(stdout.match(/^group /gm)).toHaveLength(40);
    expect(stdout).toMatch(/^and 10 more row groups with [\d.]+ (?:bytes|kB)$/m);
  });

  it('`pages --map` draws an empty file, and encrypted columns whose keys are missing', async () => {
    const empty = await runCli(['pages', '--map', fileOf(pagesOf([]))]);
    expect([empty.code, empty.stderr]).toEqual([0, '']);
    expect(empty.stdout).toMatch(/^footer +1 +/m);
    // A provider that has only the footer key. The key metadata in this file contains the key itself.
    const kms = `${fileOf(new Uint8Array())}.mjs`;
    writeFileSync(
      kms,
      `export default { key: ({ use, metadata }) => use === 'footer'
        ? new Uint8Array(Buffer.from(JSON.parse(new TextDecoder().decode(metadata)).wrappedDEK, 'base64'))
        : undefined };`,
    );
    const locked = new URL('../../../tests/fixtures/encrypted/pyarrow-columns-encrypted.parquet', import.meta.url);
    const { code, stdout, stderr } = await runCli(['pages', '--map', fileURLToPath(locked), '--kms', kms]);
    expect([code, stderr]).toEqual([
      0,
      'marquetry: encrypted columns whose keys are missing, which are not drawn: 2\n',
    ]);
    expect(stdout).toMatch(/^unaccounted /m);
    expect(stdout).toMatch(/^name +encrypted /m);
  });

  const flights = flightsPath();
  it.each(['pages --map flights-3m.parquet', 'pages --map --column delay --row-group 0 flights-3m.parquet'])(
    '`pages --map` prints the output that the README shows: marquetry %s',
    async (command) => {
      const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
      const shown = readme.split(`$ marquetry ${command}\n`)[1]?.split('```')[0];
      const args = command.split(' ').map((arg) => (arg.endsWith('.parquet') ? flights : arg));
      expect((await runCli(args)).stdout).toBe(shown);
    },
  );
});

describe('marquetry sizes', () => {
  it('`sizes` starts with a list of columns and their stored bytes, unless --column or --json is given', async () => {
    const path = fileOf(pagesOf([1]));
    const all = (await runCli(['sizes', path, '--codec', 'UNCOMPRESSED'])).stdout;
    expect(all).toMatch(/^column +stored +of file +of PLAIN +codec +encodings\n(a|b) /);
    const one = (await runCli(['sizes', path, '--codec', 'UNCOMPRESSED', '--column', 'a'])).stdout;
    expect(one).toMatch(/^a {2}4 rows/);
    const json = (await runCli(['sizes', path, '--codec', 'UNCOMPRESSED', '--json'])).stdout;
    expect(jsonLines(json)[0]).toHaveProperty('encoding');
  });
});
