import { EncodingId, PhysicalType } from '@marquetry/core';
import { buildFile, buildFlatFile, elementOf } from '@marquetry/test-support/files.js';
import { buildDataPage } from '@marquetry/test-support/pages.js';
import { columnOf, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, it } from 'vitest';
import { fileOf, runCli } from './run-cli.js';
import { indexedFile, int32Page, integers, mixedFile } from './sample.js';

const mixed = fileOf(mixedFile());
const json = [
  '{"id":1,"price":1.50,"na.me":"a \\"b\\", c"}',
  '{"id":-2,"price":null,"na.me":null}',
  '{"id":3,"price":-92233720368547758.08,"na.me":""}',
  '',
].join('\n');

describe('cat output formats', () => {
  it('cat writes one JSON object per line to a pipe, or with --json', async () => {
    expect(await runCli(['cat', mixed])).toEqual({ code: 0, stdout: json, stderr: '' });
    expect((await runCli(['cat', mixed, '--json'], { terminal: true })).stdout).toBe(json);
    expect((await runCli(['cat', mixed, '--format', 'json'], { terminal: true })).stdout).toBe(json);
  });

  it('cat writes an aligned table on a terminal, in color unless NO_COLOR is set', async () => {
    const { stdout } = await runCli(['cat', mixed], { terminal: true, env: { NO_COLOR: '1' } });
    expect(stdout).toBe(
      [
        'id                  price  na.me',
        ' 1                   1.50  a "b", c',
        '-2                   null  null',
        ' 3  -92233720368547758.08',
        '',
      ].join('\n'),
    );
    expect((await runCli(['cat', mixed], { terminal: true })).stdout).toContain('\u001b[2mnull\u001b[22m');
    expect((await runCli(['cat', mixed, '--format', 'table'])).stdout).toBe(stdout);
  });

  it('cat --format csv writes null as an empty field and the empty string as ""', async () => {
    expect((await runCli(['cat', mixed, '--format', 'csv'])).stdout).toBe(
      'id,price,na.me\n1,1.50,"a ""b"", c"\n-2,,\n3,-92233720368547758.08,""\n',
    );
  });

  it('cat escapes control characters in a table, and truncates long values', async () => {
    const items = ['x\u001b[2Jy', 'z'.repeat(100)];
    const column = columnOf(PhysicalType.BYTE_ARRAY);
    const page = buildDataPage({ column, encoding: EncodingId.PLAIN, values: valuesOf(column, items) });
    const schema = [{ name: 'schema', numChildren: 1 }, elementOf('s', column, { logicalType: { kind: 'STRING' } })];
    const file = fileOf(buildFile({ schema, rowGroups: [{ columns: [{ pages: [page] }] }] }));
    const { stdout } = await runCli(['cat', file, '--format', 'table']);
    expect(stdout).toBe(`s\nx\\u001b[2Jy\n${'z'.repeat(59)}…\n`);
  });
});

describe('printing control characters in a file to a terminal', () => {
  const column = columnOf(PhysicalType.BYTE_ARRAY);
  const hostile = 'a\u001b]0;x\u0007\u009b2J\u202eb\rc\td\ne';
  const value = String.fromCharCode(...new TextEncoder().encode(hostile));
  const page = buildDataPage({ column, encoding: EncodingId.PLAIN, values: valuesOf(column, [value]) });
  const file = fileOf(
    buildFile({
      schema: [
        { name: 'schema', numChildren: 1 },
        elementOf(`n${hostile}`, column, { logicalType: { kind: 'STRING' } }),
      ],
      rowGroups: [{ columns: [{ pages: [page] }] }],
    }),
  );
  const control = /(?!\n)[\p{Cc}\p{Bidi_Control}]/u;
  const options = { terminal: true, env: { NO_COLOR: '1' } };

  it('rows printed as JSON on a terminal have no control characters, and parse to the same values', async () => {
    const { stdout } = await runCli(['cat', file, '--json'], options);
    expect(stdout).not.toMatch(control);
    expect(JSON.parse(stdout)).toEqual({ [`n${hostile}`]: hostile });
    expect((await runCli(['cat', file, '--json'])).stdout).toContain('\u009b2J');
  });

  it('rows printed as CSV have escaped control characters on a terminal, and are unchanged on a pipe', async () => {
    const field = String.raw`"na\u001b]0;x\u0007\u009b2J\u202eb\rc`;
    expect((await runCli(['cat', file, '--format', 'csv'], options)).stdout).toContain(`${field}\td\ne"\n`);
    expect((await runCli(['cat', file, '--format', 'csv'])).stdout).toBe(`"n${hostile}"\n"${hostile}"\n`);
  });

  it.each(['schema', 'pages', 'verify'])(
    'the output of %s on a terminal has no control characters, with or without --json',
    async (command) => {
      for (const more of [[], ['--json']]) {
        const { code, stdout } = await runCli([command, file, ...more], options);
        expect(code).toBe(0);
        expect(stdout).not.toMatch(control);
      }
    },
  );
});

describe('options that select rows and columns', () => {
  it('--columns prints columns in the order given; a dot in a name is written \\.', async () => {
    const { stdout } = await runCli(['cat', mixed, '--columns', 'na\\.me,id', '--limit', '1']);
    expect(stdout).toBe('{"na.me":"a \\"b\\", c","id":1}\n');
  });

  it('--offset and --limit apply across row groups', async () => {
    const ids = async (...more: string[]): Promise<string> =>
      (await runCli(['cat', mixed, '--columns', 'id', ...more])).stdout.replaceAll('\n', ' ');
    expect(await ids('--offset', '1')).toBe('{"id":-2} {"id":3} ');
    expect(await ids('--offset', '1', '--limit', '1')).toBe('{"id":-2} ');
    expect(await ids('--offset', '3')).toBe('');
    expect(await ids('--limit', '0')).toBe('');
  });

  it('cat prints all rows of a file that has more rows than fit in one batch', async () => {
    const rows = Array.from({ length: 40_000 }, (_, i) => i);
    const file = fileOf(buildFlatFile(integers, [int32Page(rows.slice(0, 30_001)), int32Page(rows.slice(30_001))]));
    const { stdout } = await runCli(['cat', file]);
    expect(stdout).toBe(rows.map((i) => `{"c":${i}}\n`).join(''));
  });

  it('cat rejects an unknown column as a usage error', async () => {
    const { code, stderr } = await runCli(['cat', mixed, '--columns', 'nope']);
    expect([code, stderr]).toEqual([2, 'marquetry: there is no column nope: use one of id, price, na\\.me\n']);
  });

  it('cat prints both columns if two columns have the same name', async () => {
    const schema = [{ name: 'schema', numChildren: 2 }, elementOf('a', integers), elementOf('a', integers)];
    const pages = [int32Page([1])];
    const file = fileOf(buildFile({ schema, rowGroups: [{ columns: [{ pages }, { pages: [int32Page([2])] }] }] }));
    const { code, stdout } = await runCli(['cat', file]);
    expect([code, stdout]).toEqual([0, '{"a":1,"a":2}\n']);
  });
});

describe('cat of damaged files', () => {
  it('cat of a corrupt file prints the rows before the error, then one line, and exits with 1', async () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => i);
    const file = fileOf(buildFlatFile(integers, [int32Page(rows), int32Page([5], { crc: 1 })]));
    const { code, stdout, stderr } = await runCli(['cat', file]);
    expect(code).toBe(1);
    expect(stdout.startsWith('{"c":0}\n{"c":1}\n')).toBe(true);
    expect(stderr).toMatch(/^marquetry: CORRUPT: the page's checksum .*column c, row group 0, page 1.*\n$/);
  });

  it('cat reports a file that is not Parquet', async () => {
    const { code, stderr } = await runCli(['cat', fileOf(new TextEncoder().encode('id,name\n1,some text\n'))]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^marquetry: CORRUPT: not a complete Parquet file.*\n$/);
  });

  it('cat skips a page of an unknown type, even if the column index is stored inside it', async () => {
    const page = int32Page([1, 2]);
    const index = {
      nullPages: [false],
      minValues: [new Uint8Array(4)],
      maxValues: [new Uint8Array(4)],
      boundaryOrder: 0,
    };
    expect((await runCli(['cat', fileOf(indexedFile([page], index))])).stdout).toBe('{"c":1}\n{"c":2}\n');
  });
});
