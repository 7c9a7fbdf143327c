import { EncodingId, PhysicalType } from '@marquetry/core';
import { buildFile, elementOf } from '@marquetry/test-support/files.js';
import { buildDataPage } from '@marquetry/test-support/pages.js';
import { columnOf, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, it } from 'vitest';
import { fileOf, jsonLines, runCli } from './run-cli.js';
import { int32Page, integers, mixedFile, nestedFile } from './sample.js';

const root = { name: 'schema', numChildren: 1 };
const file = (...groups: readonly (readonly number[])[]): string =>
  fileOf(
    buildFile({
      schema: [root, elementOf('c', integers)],
      rowGroups: groups.map((rows) => ({ columns: [{ pages: [int32Page(rows)] }] })),
    }),
  );

async function differences(...args: string[]): Promise<Record<string, unknown>[]> {
  const { code, stdout, stderr } = await runCli(['diff', ...args, '--json']);
  const lines = jsonLines(stdout);
  expect({ code, stderr }).toEqual({ code: lines.length === 0 ? 0 : 1, stderr: '' });
  return lines;
}

describe('diff of equal files', () => {
  it('diff of files with equal rows exits with 0 and prints nothing, even if their row groups differ', async () => {
    expect(await runCli(['diff', file([1, 2, 3, 4]), file([1], [2, 3], [4])])).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    for (const bytes of [mixedFile(), nestedFile()])
      expect(await differences(fileOf(bytes), fileOf(bytes))).toEqual([]);
  });

  it('diff treats NaN as equal to NaN, and 0 as different from -0', async () => {
    const doubles = columnOf(PhysicalType.DOUBLE);
    const of = (items: readonly number[]): string =>
      fileOf(
        buildFile({
          schema: [root, elementOf('d', doubles)],
          rowGroups: [
            {
              columns: [
                {
                  pages: [
                    buildDataPage({ column: doubles, encoding: EncodingId.PLAIN, values: valuesOf(doubles, items) }),
                  ],
                },
              ],
            },
          ],
        }),
      );
    expect(await differences(of([Number.NaN, 1]), of([Number.NaN, 1]))).toEqual([]);
    expect(await differences(of([0]), of([-0]))).toMatchObject([{ kind: 'value', row: 0, column: 'd' }]);
  });
});

describe('diff of different files', () => {
  it('diff lists the first values that differ, with rows numbered across row groups', async () => {
    expect(await differences(file([1, 2], [3, 4, 5]), file([1, 9, 3, 8, 5]))).toEqual([
      { kind: 'value', row: 1, column: 'c', a: 2, b: 9 },
      { kind: 'value', row: 3, column: 'c', a: 4, b: 8 },
    ]);
    expect(await differences(file([1, 2, 3]), file([4, 5, 6]), '-n', '2')).toEqual([
      { kind: 'value', row: 0, column: 'c', a: 1, b: 4 },
      { kind: 'value', row: 1, column: 'c', a: 2, b: 5 },
    ]);
  });

  it('diff prints both row counts if they differ, and compares only the rows that exist in both files', async () => {
    expect(await differences(file([1, 2, 3]), file([1, 7]))).toEqual([
      { kind: 'rows', a: 3, b: 2 },
      { kind: 'value', row: 1, column: 'c', a: 2, b: 7 },
    ]);
  });

  it('diff lists schema differences first, and compares the values of columns whose types differ', async () => {
    const longs = columnOf(PhysicalType.INT64);
    const other = fileOf(
      buildFile({
        schema: [{ name: 'schema', numChildren: 2 }, elementOf('c', longs), elementOf('d', integers)],
        rowGroups: [
          {
            columns: [
              {
                pages: [
                  buildDataPage({ column: longs, encoding: EncodingId.PLAIN, values: valuesOf(longs, [1n, 5n]) }),
                ],
              },
              { pages: [int32Page([1, 2])] },
            ],
          },
        ],
      }),
    );
    const schema = [
      { kind: 'schema', path: 'c', a: 'required INT32', b: 'required INT64' },
      { kind: 'schema', path: 'd', a: null, b: 'required INT32' },
    ];
    expect(await differences(file([1, 2]), other)).toEqual([
      ...schema,
      { kind: 'value', row: 1, column: 'c', a: 2, b: 5 },
    ]);
    expect(await differences(file([1, 2]), other, '--schema')).toEqual(schema);
    const text = await runCli(['diff', file([1, 2]), other]);
    expect(text.stdout).toBe(
      'c: a: required INT32, b: required INT64\nd: a: missing, b: required INT32\n\nrow  column  a  b\n  1  c       2  5\n',
    );
  });

  it('diff formats values in a table as cat does: strings without quotes, and byte arrays as text if they are text', async () => {
    const bytes = columnOf(PhysicalType.BYTE_ARRAY);
    const of = (name: string, items: readonly string[], convertedType?: number): string =>
      fileOf(
        buildFile({
          schema: [root, { ...elementOf(name, bytes), ...(convertedType !== undefined && { convertedType }) }],
          rowGroups: [
            {
              columns: [
                {
                  pages: [buildDataPage({ column: bytes, encoding: EncodingId.PLAIN, values: valuesOf(bytes, items) })],
                },
              ],
            },
          ],
        }),
      );
    const rowsOf = async (...files: string[]): Promise<string[]> =>
      (await runCli(['diff', ...files])).stdout.trimEnd().split('\n').slice(1);
    const a = of('c', ['same', 'old', 'x']);
    expect(await rowsOf(a, of('c', ['same', 'new', 'x']))).toEqual(['  1  c       old  new']);
    expect(await rowsOf(a, of('c', ['same', '\xff', 'x']))).toEqual(['  1  c       old  /w==']);
    expect(await rowsOf(of('s', ['old'], 0), of('s', ['new'], 0))).toEqual(['  0  s       old  new']);
    expect(await differences(a, of('c', ['same', 'new', 'x']))).toEqual([
      { kind: 'value', row: 1, column: 'c', a: 'b2xk', b: 'bmV3' },
    ]);
  });

  it('diff prints values in a table as JSON if two different values have the same text', async () => {
    const bytes = columnOf(PhysicalType.BYTE_ARRAY);
    const nulls = { ...columnOf(PhysicalType.BYTE_ARRAY), maxDefinitionLevel: 1 };
    const of = (column: typeof bytes, levels: object, items: readonly string[]): string =>
      fileOf(
        buildFile({
          schema: [root, { ...elementOf('c', column), convertedType: 0 }],
          rowGroups: [
            {
              columns: [
                {
                  pages: [
                    buildDataPage({ column, encoding: EncodingId.PLAIN, values: valuesOf(column, items), ...levels }),
                  ],
                },
              ],
            },
          ],
        }),
      );
    const { stdout } = await runCli(['diff', of(bytes, {}, ['null']), of(nulls, { definition: [0] }, [])]);
    expect(stdout).toContain('  0  c       "null"  null\n');
  });

  it('diff --columns compares only the named columns', async () => {
    const mixed = fileOf(mixedFile());
    expect(await differences(mixed, mixed, '--columns', 'id')).toEqual([]);
    expect((await runCli(['diff', mixed, mixed, '--columns', 'nope'])).code).toBe(2);
  });

  it('diff reports a different order of columns', async () => {
    const of = (...names: string[]): string =>
      fileOf(
        buildFile({
          schema: [{ name: 'schema', numChildren: 2 }, ...names.map((name) => elementOf(name, integers))],
          rowGroups: [{ columns: names.map((name) => ({ pages: [int32Page([name === 'a' ? 1 : 2])] })) }],
        }),
      );
    expect(await differences(of('a', 'b'), of('b', 'a'))).toEqual([{ kind: 'order', a: 'a, b', b: 'b, a' }]);
  });
});

describe('diff of files that cannot be read', () => {
  it('diff of a file that cannot be read exits with 2 and prints one line that names the file', async () => {
    const broken = fileOf(
      buildFile({
        schema: [root, elementOf('c', integers)],
        rowGroups: [{ columns: [{ pages: [int32Page([1], { crc: 1 })] }] }],
      }),
    );
    const good = file([1]);
    for (const args of [
      [good, broken],
      [broken, good],
    ]) {
      const { code, stderr } = await runCli(['diff', ...args]);
      expect(code).toBe(2);
      expect(stderr.startsWith(`marquetry: ${broken}: CORRUPT: `)).toBe(true);
      expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    }
    expect(await runCli(['diff', good, '/nowhere/at.all'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'marquetry: /nowhere/at.all: no such file\n',
    });
  });
});
