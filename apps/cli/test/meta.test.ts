import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PhysicalType } from '@marquetry/core';
import { buildFile, elementOf } from '@marquetry/test-support/files.js';
import { columnOf } from '@marquetry/test-support/values.js';
import { describe, expect, it } from 'vitest';
import { fileOf, runCli } from './run-cli.js';
import { int32Page, integers, mixedFile } from './sample.js';

const int32 = (value: number): Uint8Array => new Uint8Array(Int32Array.of(value).buffer);
const schema = [
  { name: 'schema', numChildren: 2 },
  elementOf('day', integers, { logicalType: { kind: 'DATE' } }),
  elementOf('text', columnOf(PhysicalType.BYTE_ARRAY), { logicalType: { kind: 'STRING' } }),
];
const file = fileOf(
  buildFile({
    schema,
    rowGroups: [
      {
        columns: [
          {
            pages: [int32Page([1, 2])],
            statistics: { minValue: int32(0), maxValue: int32(365), nullCount: 3, distinctCount: 2 },
            bloomFilterOffset: 4,
          },
          {
            pages: [],
            statistics: {
              minValue: new TextEncoder().encode('ab'),
              maxValue: new TextEncoder().encode('zz'),
              isMaxValueExact: false,
              isMinValueExact: true,
            },
            numValues: 0,
          },
        ],
        numRows: 2,
      },
    ],
    metadata: {
      columnOrders: [{ kind: 'TYPE_ORDER' }, { kind: 'TYPE_ORDER' }],
      createdBy: 'tests\u001b[2J',
      keyValueMetadata: [{ key: 'a', value: 'b\nc' }, { key: 'long', value: 'x'.repeat(500) }, { key: 'none' }],
    },
  }),
);

interface Meta {
  readonly rowGroups: readonly { readonly columns: readonly Record<string, unknown>[] }[];
}

describe('meta --json', () => {
  it('meta --json prints encodings and codecs by name, and typed statistics, for every chunk', async () => {
    const { code, stdout, stderr } = await runCli(['meta', file, '--json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n')).toHaveLength(2);
    const meta = JSON.parse(stdout) as Meta;
    expect(meta).toMatchObject({
      version: 1,
      createdBy: 'tests\u001b[2J',
      rows: 2,
      columns: 2,
      encrypted: false,
      keyValueMetadata: [
        { key: 'a', value: 'b\nc' },
        { key: 'long', value: 'x'.repeat(500) },
        { key: 'none', value: null },
      ],
      rowGroups: [{ rowGroup: 0, rows: 2, sortingColumns: [] }],
    });
    expect(meta.rowGroups[0]?.columns).toMatchObject([
      {
        column: 'day',
        physicalType: 'INT32',
        codec: 'UNCOMPRESSED',
        encodings: ['PLAIN'],
        nullCount: 3,
        distinctCount: 2,
        min: '1970-01-01',
        max: '1971-01-01',
        minIsExact: true,
        maxIsExact: true,
        columnIndex: false,
        offsetIndex: false,
        bloomFilter: true,
        encrypted: false,
      },
      {
        column: 'text',
        min: 'ab',
        max: 'zz',
        minIsExact: true,
        maxIsExact: false,
        nullCount: null,
        bloomFilter: false,
      },
    ]);
  });

  it('meta --json adds the file name to each object if several files are given', async () => {
    const { stdout } = await runCli(['meta', file, file, '--json']);
    expect(
      stdout
        .split('\n')
        .slice(0, 2)
        .map((line) => JSON.parse(line).file),
    ).toEqual([file, file]);
  });
});

describe('marquetry meta', () => {
  it('meta prints a summary, row groups and chunks, with control characters escaped', async () => {
    const { code, stdout } = await runCli(['meta', file]);
    expect(code).toBe(0);
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(/^2 rows, 1 row group, 2 columns, footer of \d+ bytes, version 1$/);
    expect(lines[1]).toBe('written by tests\\u001b[2J');
    expect(lines.slice(3, 7)).toEqual([
      'key-value metadata',
      '  a  b\\nc',
      `  long  ${'x'.repeat(79)}… (500 characters)`,
      '  none  (none)',
    ]);
    const cells = lines.at(-3)?.trim().split(/ {2,}/).slice(0, 10);
    expect(cells?.join('|')).toBe('0|day|1970-01-01|1971-01-01|3|2|INT32|2|bloom|PLAIN');
    expect(stdout).toMatch(/ 0 {2}text {4}ab {10}zz… /);
  });

  it.each([80, 200])('meta prints a table of at most %i characters per line', async (width) => {
    const { stdout } = await runCli(['meta', file, '--width', String(width)], {
      terminal: true,
      env: { NO_COLOR: '1' },
    });
    const table = stdout.split('\n').slice(8);
    for (const line of table) expect(line.length).toBeLessThanOrEqual(width);
    expect(stdout.includes('columns shown')).toBe(width === 80);
  });

  it('meta reads only the footer', async () => {
    const bytes = new Uint8Array(readFileSync(fileOf(mixedFile())));
    const length = new DataView(bytes.buffer).getUint32(bytes.length - 8, true);
    bytes.fill(0xff, 4, bytes.length - 8 - length);
    expect((await runCli(['meta', fileOf(bytes)])).code).toBe(0);
  });

  it('meta prints one line and exits with 1 for a damaged footer', async () => {
    const bytes = new Uint8Array(readFileSync(file));
    bytes.fill(0xff, bytes.length - 40, bytes.length - 8);
    const damaged = fileOf(bytes);
    const { code, stderr } = await runCli(['meta', damaged]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^marquetry: (CORRUPT|TRUNCATED|LIMIT|UNSUPPORTED): .*\n$/);
    expect((await runCli(['meta', file, damaged])).stderr.startsWith(`marquetry: ${damaged}: `)).toBe(true);
  });
});

describe('commands with several files', () => {
  it('schema of several files prints the path before each schema, and adds the path to each JSON object', async () => {
    const { stdout } = await runCli(['schema', file, file]);
    expect(stdout.split('\n').filter((line) => line === `==> ${file} <==`)).toHaveLength(2);
    const json = await runCli(['schema', file, file, '--json', '--row-count']);
    const lines = json.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map((line) => line.file)).toEqual(new Array(6).fill(file));
    expect(lines[3]).toEqual({ file, rows: 2, rowGroups: 1, columns: 2 });
    expect((await runCli(['schema', file, '--row-count'])).code).toBe(2);
  });

  it('verify continues after a corrupt file, and names the first corrupt file at the end', async () => {
    const good = fileOf(mixedFile());
    const bad = fileOf(
      buildFile({
        schema: [{ name: 'schema', numChildren: 1 }, elementOf('c', integers)],
        rowGroups: [{ columns: [{ pages: [int32Page([1], { crc: 1 })] }] }],
      }),
    );
    const { code, stdout, stderr } = await runCli(['verify', bad, good, bad, '--json']);
    expect(code).toBe(1);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map((line) => [line.file, line.ok])).toEqual([
      [bad, undefined],
      [bad, false],
      [good, true],
      [bad, undefined],
      [bad, false],
    ]);
    expect(stderr.startsWith(`marquetry: CORRUPT: 2 files have problems, the first: ${bad}: `)).toBe(true);
    expect((await runCli(['verify', good, good])).stdout).toContain(`==> ${good} <==\nok: `);
  });
});

const sorted = fileURLToPath(new URL('../../../tests/fixtures/pyarrow/empty-page.parquet', import.meta.url));
it('meta prints the footer of a file that pyarrow wrote', async () => {
  const meta = JSON.parse((await runCli(['meta', sorted, '--json'])).stdout) as Meta & { createdBy: string };
  expect(meta.createdBy).toMatch(/^parquet-cpp-arrow/);
});
