import { EncodingId, PhysicalType } from '@marquetry/core';
import type { SchemaElement } from '@marquetry/metadata';
import { buildFile } from '@marquetry/test-support/files.js';
import { fullOr } from '@marquetry/test-support/full.js';
import { nestedFileOf } from '@marquetry/test-support/nested-file.js';
import { type Table, tables } from '@marquetry/test-support/nested-tables.js';
import { buildDataPage, buildDictionaryPage } from '@marquetry/test-support/pages.js';
import { columnOf, indicesOf, valuesOf } from '@marquetry/test-support/values.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileOf, jsonLines, runCli } from './run-cli.js';

const optional = 1;
const group = (name: string, numChildren: number, more: Partial<SchemaElement> = {}): SchemaElement => ({
  name,
  numChildren,
  repetitionType: optional,
  ...more,
});
const int = (name: string, repetitionType = optional): SchemaElement => ({
  name,
  type: PhysicalType.INT32,
  repetitionType,
});
const text = (name: string, repetitionType = optional): SchemaElement => ({
  name,
  type: PhysicalType.BYTE_ARRAY,
  repetitionType,
  logicalType: { kind: 'STRING' },
});
const repeated = { repetitionType: 2 };

/** A table with three columns: a struct of a number and a list, a map, and a number. */
const orders: Table = {
  elements: [
    { name: 'schema', numChildren: 3 },
    int('id', 0),
    group('order', 2),
    int('count'),
    group('notes', 1, { logicalType: { kind: 'LIST' } }),
    group('list', 1, repeated),
    text('element'),
    group('prices', 1, { logicalType: { kind: 'MAP' } }),
    group('key_value', 2, repeated),
    text('key', 0),
    int('value'),
  ],
  rows: [
    {
      id: 1,
      order: { count: 2, notes: ['a "b", c', null, 'x\ny'] },
      prices: [
        ['b', 1],
        ['a', null],
      ],
    },
    { id: 2, order: { count: null, notes: [] }, prices: [] },
    { id: 3, order: null, prices: null },
    {
      id: 4,
      order: { count: 5, notes: null },
      prices: [
        ['b', 1],
        ['b', 2],
      ],
    },
  ],
};
const file = fileOf(nestedFileOf(orders, { groupRows: 3 }));

describe('printing nested columns', () => {
  it('nested columns are printed as objects, arrays and arrays of pairs', async () => {
    expect(await runCli(['cat', file])).toEqual({
      code: 0,
      stderr: '',
      stdout: [
        '{"id":1,"order":{"count":2,"notes":["a \\"b\\", c",null,"x\\ny"]},"prices":[["b",1],["a",null]]}',
        '{"id":2,"order":{"count":null,"notes":[]},"prices":[]}',
        '{"id":3,"order":null,"prices":null}',
        '{"id":4,"order":{"count":5,"notes":null},"prices":[["b",1],["b",2]]}',
        '',
      ].join('\n'),
    });
  });

  it('nested values are printed as JSON in CSV cells, and null as an empty cell', async () => {
    const { stdout } = await runCli(['cat', file, '--format', 'csv']);
    expect(stdout).toBe(
      [
        'id,order,prices',
        String.raw`1,"{""count"":2,""notes"":[""a \""b\"", c"",null,""x\ny""]}","[[""b"",1],[""a"",null]]"`,
        '2,"{""count"":null,""notes"":[]}",[]',
        '3,,',
        '4,"{""count"":5,""notes"":null}","[[""b"",1],[""b"",2]]"',
        '',
      ].join('\n'),
    );
  });

  it('nested values are printed as JSON in table cells, and truncated if they are long', async () => {
    const { stdout } = await runCli(['cat', file, '--format', 'table']);
    expect(stdout).toBe(
      [
        'id  order                                           prices',
        String.raw` 1  {"count":2,"notes":["a \"b\", c",null,"x\ny"]}  [["b",1],["a",null]]`,
        ' 2  {"count":null,"notes":[]}                       []',
        ' 3  null                                            null',
        ' 4  {"count":5,"notes":null}                        [["b",1],["b",2]]',
        '',
      ].join('\n'),
    );
    const long: Table = { ...orders, rows: [{ id: 1, order: { count: 1, notes: ['z'.repeat(100)] }, prices: null }] };
    const cut = await runCli(['cat', fileOf(nestedFileOf(long)), '--columns', 'order', '--format', 'table']);
    expect(cut.stdout).toBe(`order\n{"count":1,"notes":["${'z'.repeat(38)}…\n`);
  });

  it('--columns can select part of a nested column: a struct field, a list or the values of a map', async () => {
    const rows = async (...columns: string[]): Promise<string> =>
      (await runCli(['cat', file, '--columns', columns.join(','), '--limit', '1'])).stdout;
    expect(await rows('order.count')).toBe('{"order":{"count":2}}\n');
    expect(await rows('prices', 'order.notes')).toBe(
      '{"prices":[["b",1],["a",null]],"order":{"notes":["a \\"b\\", c",null,"x\\ny"]}}\n',
    );
    expect(await rows('order.notes', 'id', 'order.count')).toBe(
      '{"order":{"count":2,"notes":["a \\"b\\", c",null,"x\\ny"]},"id":1}\n',
    );
    expect(await rows('prices.key_value.value')).toBe('{"prices":[{"value":1},{"value":null}]}\n');
  });

  it('--offset and --limit apply to the rows of nested columns across row groups and pages', async () => {
    const ids = async (...more: string[]): Promise<unknown[]> =>
      jsonLines((await runCli(['cat', file, ...more])).stdout).map(({ id }) => id);
    expect(await ids('--offset', '1', '--limit', '2')).toEqual([2, 3]);
    expect(await ids('--offset', '3')).toEqual([4]);
    expect(await ids('--offset', '4')).toEqual([]);
  });

  it('fields of nested columns are printed in schema order, even if their names are numbers', async () => {
    const table: Table = {
      elements: [{ name: 'schema', numChildren: 2 }, group('10', 2), int('2'), int('1'), int('3')],
      rows: [{ 10: { 2: 1, 1: 2 }, 3: 4 }],
    };
    expect((await runCli(['cat', fileOf(nestedFileOf(table))])).stdout).toBe('{"10":{"2":1,"1":2},"3":4}\n');
  });

  it('prints the preceding rows, then throws LIMIT for a row that is too long for a string', async () => {
    const column = columnOf(PhysicalType.BYTE_ARRAY, [1, 1]);
    const dictionary = valuesOf(column, ['a', 'z'.repeat(2 ** 20)]);
    const indices = [0, ...new Array<number>(600).fill(1)];
    const page = buildDataPage({
      column,
      encoding: EncodingId.RLE_DICTIONARY,
      values: indicesOf(dictionary, indices),
      definition: indices.map(() => 1),
      repetition: indices.map((_, i) => (i < 2 ? 0 : 1)),
    });
    const pages = [buildDictionaryPage({ column, values: dictionary }), page];
    const schema = [{ name: 'schema', numChildren: 1 }, text('s', 2)];
    const long = fileOf(buildFile({ schema, rowGroups: [{ columns: [{ pages }], numRows: 2 }] }));
    const { code, stdout, stderr } = await runCli(['cat', long]);
    expect([code, stdout]).toEqual([1, '{"s":["a"]}\n']);
    expect(stderr).toMatch(/^marquetry: LIMIT: [^\n]*\n$/);
  });

  it('nested strings that are not UTF-8 are printed as base64', async () => {
    const column = columnOf(PhysicalType.BYTE_ARRAY, [1, 1]);
    const values = valuesOf(column, ['a\xff', 'b']);
    const page = buildDataPage({ column, encoding: EncodingId.PLAIN, values, definition: [1, 1], repetition: [0, 1] });
    const schema = [{ name: 'schema', numChildren: 1 }, text('s', 2)];
    const bad = fileOf(buildFile({ schema, rowGroups: [{ columns: [{ pages: [page] }], numRows: 1 }] }));
    expect((await runCli(['cat', bad])).stdout).toBe('{"s":[{"base64":"Yf8="},"b"]}\n');
  });

  it('nested columns are printed with the values that were written, for random schemas', async () => {
    const shape = fc.record({
      groupRows: fc.integer({ min: 1, max: 6 }),
      pageRows: fc.integer({ min: 1, max: 6 }),
      version: fc.constantFrom<1 | 2>(1, 2),
    });
    await fc.assert(
      fc.asyncProperty(tables, shape, async (table, how) => {
        const { code, stdout, stderr } = await runCli(['cat', fileOf(nestedFileOf(table, how))]);
        expect([code, stderr]).toEqual([0, '']);
        expect(jsonLines(stdout)).toEqual(table.rows);
      }),
      { numRuns: fullOr(200, 60) },
    );
  });
});
