import { buildFile, elementOf } from '@marquetry/test-support/files.js';
import { describe, expect, it } from 'vitest';
import { fitColumns } from '../src/terminal/fit-columns.js';
import { fileOf, runCli } from './run-cli.js';
import { int32Page, integers } from './sample.js';

/** The names of 30 columns, which take 268 characters: 7 per column, and 2 between columns. */
const names = Array.from({ length: 30 }, (_, i) => `column${String(i).padStart(2, '0').slice(-1)}`);
const wide = fileOf(
  buildFile({
    schema: [{ name: 'schema', numChildren: 30 }, ...names.map((name) => elementOf(name, integers))],
    rowGroups: [{ columns: names.map((_, i) => ({ pages: [int32Page([i])] })) }],
  }),
);
const plain = { NO_COLOR: '1' };

describe('a table with more columns than fit', () => {
  it.each([
    [80, '0 1 2 3 … 6 7 8 9', 8],
    [200, '0 1 2 3 4 5 6 7 8 9 0 … 9 0 1 2 3 4 5 6 7 8 9', 22],
  ])(
    'a table that is too wide for %i characters shows only its first and last columns, and prints how many it shows',
    async (width, digits, count) => {
      for (const options of [
        { terminal: true, env: { ...plain, COLUMNS: String(width) } },
        { terminal: true, env: plain, args: ['--width', String(width)] },
        { env: { COLUMNS: String(width) } },
      ]) {
        const { args = [], ...rest } = options as { args?: string[] };
        const { stdout } = await runCli(['head', wide, '--format', 'table', ...args], rest);
        const [header, row, summary] = stdout.split('\n') as [string, string, string];
        expect(header.replaceAll('column', '').split(/ +/).join(' ')).toBe(digits);
        expect(header.length).toBeLessThanOrEqual(width);
        expect(header.length).toBeGreaterThan(width - 9);
        expect(row.length).toBe(header.length);
        expect(row.split(/ +/)).toContain('…');
        expect(summary).toBe(`${count} of 30 columns shown`);
      }
    },
  );

  it('a table written to a pipe shows all columns if no width is set', async () => {
    const { stdout } = await runCli(['head', wide, '--format', 'table']);
    expect(stdout.split('\n')[0]?.split('  ')).toEqual(names);
  });

  it('a table always shows at least one column', async () => {
    const { stdout } = await runCli(['head', wide, '--format', 'table', '--width', '4']);
    expect(stdout.split('\n')[0]).toBe('…  …');
  });
});

describe('fitColumns', () => {
  it('fitColumns narrows wide columns before it omits any', () => {
    expect(fitColumns([60, 10, 60], 80)).toEqual({ left: 3, right: 0, widths: [33, 10, 33] });
    expect(fitColumns([60, 10, 60], 54)).toEqual({ left: 3, right: 0, widths: [20, 10, 20] });
    expect(fitColumns([60, 10, 60], 53)).toEqual({ left: 1, right: 1, widths: [24, 10, 24] });
    expect(fitColumns([15, 60, 10, 60, 5], 60)).toEqual({ left: 2, right: 1, widths: [15, 33, 10, 20, 5] });
    expect(fitColumns([5, 5], 12)).toEqual({ left: 2, right: 0, widths: [5, 5] });
  });
});

describe('--color', () => {
  it('--color takes precedence over NO_COLOR, and over whether the output is a terminal', async () => {
    const bold = '\u001b[1m';
    expect((await runCli(['schema', wide, '--color', 'always'])).stdout).toContain(bold);
    expect((await runCli(['--color', 'always', 'head', wide, '--format', 'table'], { env: plain })).stdout).toContain(
      bold,
    );
    expect((await runCli(['schema', wide, '--color', 'never'], { terminal: true })).stdout).not.toContain(bold);
    expect((await runCli(['schema', wide, '--color', 'auto'], { terminal: true })).stdout).toContain(bold);
    expect((await runCli(['schema', wide, '--color', 'auto'])).stdout).not.toContain(bold);
  });
});
