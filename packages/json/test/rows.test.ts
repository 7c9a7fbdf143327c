import { PhysicalType } from '@marquetry/core';
import { createFieldWriter, createRowWriter, jsonStyle } from '@marquetry/json';
import { createSchema, fieldsOf } from '@marquetry/schema';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { type Plain, tables } from '@marquetry/test-support/nested-tables.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteArrays } from './columns.js';
import { columnOf, type Element, fieldsOfElements } from './nested-columns.js';

const int = (name: string, repetitionType: number): Element => ({ name, type: PhysicalType.INT32, repetitionType });
const text = (name: string): Element => ({
  name,
  type: PhysicalType.BYTE_ARRAY,
  repetitionType: 1,
  logicalType: { kind: 'STRING' },
});
const group = (name: string, numChildren: number, more: Partial<Element> = {}): Element => ({
  name,
  numChildren,
  repetitionType: 1,
  ...more,
});

/** Returns the JSON of each row. */
function written(elements: readonly Element[], count: number, rows: readonly Record<string, Plain>[]): string[] {
  const fields = fieldsOfElements(elements, count);
  const write = createRowWriter(fields)(
    fields.map((field) =>
      columnOf(
        field,
        rows.map((row) => row[field.name]!),
      ),
    ),
  );
  return rows.map((_, i) => write(i));
}

describe('createRowWriter', () => {
  it('createRowWriter writes structs as objects, with nulls at each level', () => {
    const elements = [group('s', 2), int('a', 1), group('t', 1), text('b')];
    const rows = [
      { s: { a: 1, t: { b: 'x' } } },
      { s: null },
      { s: { a: null, t: null } },
      { s: { a: 2, t: { b: null } } },
    ];
    expect(written(elements, 1, rows)).toEqual([
      '{"s":{"a":1,"t":{"b":"x"}}}',
      '{"s":null}',
      '{"s":{"a":null,"t":null}}',
      '{"s":{"a":2,"t":{"b":null}}}',
    ]);
  });

  it('createRowWriter writes lists as arrays, including empty lists, lists with nulls, and lists of lists, and null lists as null', () => {
    const list = { logicalType: { kind: 'LIST' } } as const;
    const repeated = { repetitionType: 2 };
    const elements = [
      group('l', 1, list),
      group('list', 1, repeated),
      group('element', 1, list),
      group('list', 1, repeated),
      int('element', 1),
    ];
    const rows = [{ l: [[1, null], []] }, { l: null }, { l: [] }, { l: [null, [2]] }];
    expect(written(elements, 1, rows)).toEqual(['{"l":[[1,null],[]]}', '{"l":null}', '{"l":[]}', '{"l":[null,[2]]}']);
  });

  it('createRowWriter writes maps as arrays of pairs in stored order, including repeated keys', () => {
    const elements = [
      group('m', 1, { logicalType: { kind: 'MAP' } }),
      group('key_value', 2, { repetitionType: 2 }),
      { ...text('key'), repetitionType: 0 },
      int('value', 1),
    ];
    const rows = [
      {
        m: [
          ['b', 1],
          ['a', null],
          ['b', 2],
        ],
      },
      { m: null },
      { m: [] },
    ];
    expect(written(elements, 1, rows)).toEqual(['{"m":[["b",1],["a",null],["b",2]]}', '{"m":null}', '{"m":[]}']);
  });

  it('createRowWriter writes null for each value of a map that has only keys', () => {
    const elements = [
      group('m', 1, { logicalType: { kind: 'MAP' } }),
      group('key_value', 1, { repetitionType: 2 }),
      int('key', 0),
    ];
    expect(
      written(elements, 1, [
        {
          m: [
            [1, null],
            [2, null],
          ],
        },
      ]),
    ).toEqual(['{"m":[[1,null],[2,null]]}']);
  });

  it('createRowWriter keeps the order of the schema, repeated names, and names such as __proto__', () => {
    const elements = ['10', '2', 'b', 'a', '__proto__'].map((name) => int(name, 0));
    const row = Object.fromEntries([
      ['10', 1],
      ['2', 2],
      ['b', 3],
      ['a', 4],
      ['__proto__', 5],
    ]);
    expect(written(elements, 5, [row])).toEqual(['{"10":1,"2":2,"b":3,"a":4,"__proto__":5}']);
    expect(written([int('x', 0), int('x', 0)], 2, [{ x: 1 }])).toEqual(['{"x":1,"x":1}']);
  });

  it('createRowWriter writes {} for rows without fields', () => {
    expect(createRowWriter([])([])(0)).toBe('{}');
  });

  it('createRowWriter writes invalid UTF-8 as objects at any depth', () => {
    const [field] = fieldsOfElements([group('s', 1), text('a')], 1);
    const column = columnOf(field!, [{ a: '' }]);
    if (column.kind !== 'struct') throw new Error(column.kind);
    const children = column.children.map((child) => ({ ...child, values: byteArrays([0x61, 0xff]) }) as typeof child);
    expect(createFieldWriter(field!)({ ...column, children })(0)).toBe('{"a":{"base64":"Yf8="}}');
  });

  it('createRowWriter writes null for nulls in a column whose dictionary is empty', () => {
    const [field] = fieldsOfElements([text('a')], 1);
    const column = columnOf(field!, [null]);
    const dictionary = byteArrays();
    if (column.kind !== 'leaf' || dictionary.layout !== 'bytes') throw new Error(column.kind);
    const values = { layout: 'dictionary', type: 6, length: 1, indices: Int32Array.of(0), dictionary } as const;
    expect(createFieldWriter(field!)({ ...column, values })(0)).toBe('null');
  });

  it('createRowWriter writes JSON that parses to the original rows, for any schema', () => {
    fc.assert(
      fc.property(tables, ({ elements, rows }) => {
        const fields = fieldsOf(createSchema(elements));
        const columns = fields.map((field) =>
          columnOf(
            field,
            rows.map((row) => row[field.name]!),
          ),
        );
        const write = createRowWriter(fields)(columns);
        expect(rows.map((_, i) => JSON.parse(write(i)))).toEqual(rows);
        for (const [i, field] of fields.entries()) {
          const writeField = createFieldWriter(field)(columns[i]!);
          expect(rows.map((_, row) => JSON.parse(writeField(row)))).toEqual(rows.map((row) => row[field.name]));
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('createRowWriter and createFieldWriter', () => {
  const fields = fieldsOfElements([group('s', 1), int('a', 1)], 1);
  const [leaf] = fieldsOfElements([int('a', 0)], 1);

  it('createRowWriter and createFieldWriter reject columns that do not match the fields', () => {
    const refused = { code: 'INVALID_ARGUMENT' };
    expect(thrownBy(() => createRowWriter(fields)([]))).toMatchObject(refused);
    expect(thrownBy(() => createRowWriter(fields)([columnOf(leaf!, [1])]))).toMatchObject(refused);
  });

  it('createRowWriter and createFieldWriter throw LIMIT if the output would be too long for a JavaScript string', () => {
    const long = 'x'.repeat(2 ** 28);
    const style = { bare: jsonStyle.bare, string: () => long };
    const [strings] = fieldsOfElements(
      [group('l', 1, { logicalType: { kind: 'LIST' } }), group('list', 1, { repetitionType: 2 }), text('element')],
      1,
    );
    const write = createFieldWriter(strings!, style)(columnOf(strings!, [['"', '"', '"']]));
    expect(thrownBy(() => write(0))).toMatchObject({ code: 'LIMIT' });
  });
});
