import { memorySink, writeParquet } from 'marquetry';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileOf, jsonLines, runCli } from './run-cli.js';

let path: string;
beforeAll(async () => {
  const sink = memorySink();
  const rows = Array.from({ length: 200 }, (_, i) => ({
    i,
    x: i % 10 === 0 ? null : (i * 37) % 101,
    name: `row ${i}`,
  }));
  await writeParquet(sink, rows, { rowGroupRows: 60 });
  path = fileOf(sink.bytes);
});

describe('cat --order-by', () => {
  it.each([
    ['x', ['--limit', '3'], '0:101 1:71 1:172'],
    ['x desc', ['--limit', '2'], '100:131 99:161'],
    ['x nulls first', ['--limit', '2', '--offset', '1'], 'null:10 null:20'],
    ['x DESC', ['--limit', '1', '--where', 'i < 5'], '74:2'],
  ])('cat --order-by sorts by "%s" with the options %j', async (order, args, expected) => {
    const { code, stdout, stderr } = await runCli(['cat', path, '--columns', 'x,i', '--order-by', order, ...args]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(jsonLines(stdout).map(({ x, i }) => `${x}:${i}`)).toEqual(expected.split(' '));
  });

  it.each([
    [['--order-by', 'x'], 'marquetry: --order-by requires --limit, the maximum number of rows to print'],
    [['--order-by', 'nope', '--limit', '1'], 'there is no column nope'],
  ])('cat exits with 2 and prints a one-line error for the arguments %j', async (args, message) => {
    const { code, stderr } = await runCli(['cat', path, ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split('\n').length).toBe(1);
  });
});
