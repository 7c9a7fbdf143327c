import { createShredder } from '@marquetry/records';
import { defineSchema, type FieldDefinition } from '@marquetry/schema';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { describe, expect, test } from 'vitest';
import { through } from './through.js';

const noon = new Date('2020-01-31T12:00:00.5Z');

/** Column types, each with several forms of a value that the column accepts, and the value that is stored. */
const taken: readonly (readonly [FieldDefinition, readonly unknown[], unknown])[] = [
  ['INT32', [7, 7n], 7],
  ['INT64', [7, 7n], 7n],
  ['INT64', [-(2 ** 53) + 1], -(2n ** 53n) + 1n],
  ['UINT64', [2 ** 53 - 1], 2n ** 53n - 1n],
  ['DATE', ['2020-02-29', 18321, 18321n, new Date('2020-02-29')], 18321],
  ['DATE', ['-000001-12-31'], -719529],
  [
    { type: 'TIMESTAMP', unit: 'MILLIS' },
    [noon, '2020-01-31T12:00:00.5Z', '2020-01-31T14:00:00.500+02:00', 1580472000500],
    1580472000500n,
  ],
  [{ type: 'TIMESTAMP', unit: 'NANOS' }, [noon, '2020-01-31 12:00:00.500000000Z'], 1580472000500000000n],
  [{ type: 'TIMESTAMP', unit: 'MICROS', isAdjustedToUTC: false }, [noon, '2020-01-31T12:00:00.500'], 1580472000500000n],
  [{ type: 'TIME', unit: 'MILLIS' }, ['12:00:01', 43201000], 43201000],
  [{ type: 'TIME', unit: 'MICROS' }, ['12:00:01.000001Z', 43201000001], 43201000001n],
  ['INT96', [noon, '2020-01-31T12:00:00.5', 1580472000500000000n], 1580472000500000000n],
  [{ type: 'DECIMAL', precision: 9, scale: 2 }, ['1.5', '1.500', 1.5, '15e-1', '+01.50', '.15E1'], '1.50'],
  [{ type: 'DECIMAL', precision: 9, scale: 2 }, [3, 3n, '3', '3.'], '3.00'],
  [{ type: 'DECIMAL', precision: 38, scale: 20 }, [1e-20, '0.00000000000000000001'], '0.00000000000000000001'],
  ['STRING', ['é', new TextEncoder().encode('é')], 'é'],
  ['UUID', ['00112233-4455-6677-8899-AABBCCDDEEFF'], '00112233-4455-6677-8899-aabbccddeeff'],
  ['FLOAT16', [0.1], 0.0999755859375],
  ['FLOAT16', [65519, 65504], 65504],
  ['FLOAT16', [65520, Number.POSITIVE_INFINITY], Number.POSITIVE_INFINITY],
  ['FLOAT16', [2 ** -25, -0 + 0], 0],
  [{ list: 'INT32' }, [[1, 2], Int32Array.of(1, 2), new Set([1, 2]), Uint8Array.of(1, 2)], [1, 2]],
  [
    { list: { type: 'INT64', optional: true } },
    [
      [1n, undefined],
      [1, null],
    ],
    [1n, null],
  ],
  [{ map: ['STRING', 'INT32'] }, [new Map([['a', 1]]), [['a', 1]], { a: 1 }], [['a', 1]]],
  [{ type: 'INT32', repeated: true }, [[], null, undefined], []],
  [{ fields: { a: { type: 'INT32', optional: true } } }, [{}, { a: undefined }, Object.create(null)], { a: null }],
  [{ fields: { toString: { type: 'INT32', optional: true } } } as unknown as FieldDefinition, [{}], { toString: null }],
];

const named = (cases: readonly (readonly [FieldDefinition, readonly unknown[], ...unknown[]])[]): string[] =>
  cases.map(([definition]) => JSON.stringify(definition));

test.each(taken.map((one, i) => [named(taken)[i], ...one] as const))(
  'a column of the type %s stores every accepted form of a value',
  (_, definition, values, expected) => {
    expect(through(definition, values)).toEqual(values.map(() => expected));
  },
);

/** Column types, each with values that the column rejects. */
const refused: readonly (readonly [FieldDefinition, readonly unknown[]])[] = [
  ['BOOLEAN', [0, 'true']],
  ['INT32', [1.5, 2 ** 31, Number.NaN, '1', 2n ** 31n, true, new Date(0)]],
  ['UINT8', [-1, 256, 256n]],
  ['INT64', [2 ** 53, 0.5, 2n ** 63n, -(2n ** 63n) - 1n, '1']],
  ['UINT64', [-1, -1n, 2n ** 64n]],
  ['FLOAT', [1n, '1']],
  ['DOUBLE', [1n, '1', {}]],
  ['STRING', ['\ud800', `${'a'.repeat(70_000)}\udc00`, Uint8Array.of(0xff), 1, ['a']]],
  ['BYTE_ARRAY', ['text', [1, 2], new ArrayBuffer(1)]],
  [{ type: 'FIXED_LEN_BYTE_ARRAY', typeLength: 2 }, [Uint8Array.of(1), Uint8Array.of(1, 2, 3)]],
  ['UUID', ['0011', Uint8Array.of(1), '00112233-4455-6677-8899-aabbccddeefg']],
  ['DATE', ['2021-02-29', '2020-13-01', '20-01-01', noon, new Date(Number.NaN), 0.5]],
  [
    { type: 'TIMESTAMP', unit: 'MILLIS' },
    ['2020-01-01T00:00:00', '2020-01-01T00:00:00.0001Z', '2020-01-01', 0.5, 2n ** 63n],
  ],
  [{ type: 'TIMESTAMP', unit: 'NANOS' }, [new Date('3000-01-01')]],
  [{ type: 'TIMESTAMP', unit: 'MILLIS', isAdjustedToUTC: false }, ['2020-01-01T00:00:00Z']],
  [{ type: 'TIME', unit: 'MILLIS' }, ['24:00:00', '1:2', 2 ** 31]],
  [
    { type: 'DECIMAL', precision: 4, scale: 2 },
    [
      '100.00',
      100,
      100n,
      '1.234',
      0.001,
      '',
      '.',
      'NaN',
      Number.NaN,
      Number.POSITIVE_INFINITY,
      '1e999999999',
      1.2345678901234567,
    ],
  ],
  [{ type: 'DECIMAL', precision: 30, scale: 2 }, ['1'.repeat(29), '0.001']],
  ['INTERVAL', [{ months: -1, days: 0, milliseconds: 0 }, { months: 1 }, 5, null]],
  ['INT96', ['2020-01-01T00:00:00Z', 2n ** 100n, 0.5]],
  [{ type: 'UNKNOWN', optional: true }, [0]],
  [{ list: 'INT32' }, ['text', 5, {}, new Map(), [null], [[1]], null]],
  [{ map: ['STRING', 'INT32'] }, [5, 'text', [['a']], [['a', 1, 2]], ['a'], [[null, 1]], { a: 'x' }, Int32Array.of(1)]],
  [{ fields: { a: 'INT32' } }, [5, [], new Map([['a', 1]]), null, undefined, {}, { a: null }, { a: 1, b: 2 }]],
];

test.each(refused.map((one, i) => [named(refused)[i], ...one] as const))(
  'a column of the type %s rejects values that it cannot store',
  (_, definition, values) => {
    const schema = defineSchema({ first: 'INT32', c: definition });
    for (const c of values) {
      const shredder = createShredder(schema, { firstRow: 40 });
      const { code, at } = thrownBy(() => {
        const good = taken.find(([own]) => JSON.stringify(own) === JSON.stringify(definition))?.[2];
        if (good !== undefined) shredder.push({ first: 0, c: good });
        shredder.push({ first: 1, c });
      });
      expect([code, at.column?.split('.')[0]], String(c)).toEqual(['INVALID_ARGUMENT', 'c']);
      expect(at.row).toBeGreaterThanOrEqual(40);
    }
  },
);

describe('rows passed to createShredder', () => {
  const schema = defineSchema({
    a: { type: 'INT32', optional: true },
    b: { optional: true, fields: { c: { list: 'INT32', optional: true } } },
  });

  test('createShredder rejects rows that are not objects, or have unknown fields', () => {
    for (const row of [null, undefined, 5, 'text', [], new Map(), new Set(), Promise.resolve({}), new Date(0)]) {
      const { code, at } = thrownBy(() => createShredder(schema).push(row));
      expect([code, at.row]).toEqual(['INVALID_ARGUMENT', 0]);
    }
    const { reason, at } = thrownBy(() => createShredder(schema).push({ b: { d: 1 } }));
    expect([reason, at]).toEqual(['the group has no field "d"', { column: 'b.d', row: 0 }]);
  });

  test('createShredder accepts instances of a class as rows', () => {
    class Point {
      readonly a = 7;
    }
    const shredder = createShredder(schema);
    shredder.push(new Point());
    expect(shredder.take()['a']?.values).toMatchObject({ data: Int32Array.of(7) });
  });

  test('createShredder drops unknown fields if `unknownFields` is `ignore`', () => {
    const shredder = createShredder(schema, { unknownFields: 'ignore' });
    shredder.push({ a: 1, x: 2, b: { y: 3 } });
    expect(shredder.take()['a']?.values).toMatchObject({ length: 1 });
    const wanted = 'drop' as 'ignore'; // an invalid value, which JavaScript programs may pass
    expect(thrownBy(() => createShredder(schema, { unknownFields: wanted })).reason).toContain("got 'drop'");
  });

  test('createShredder rejects a cyclic row, with an error that names the cycle', () => {
    const inner: Record<string, unknown> = {};
    inner['c'] = [inner];
    const { code, reason, at } = thrownBy(() => createShredder(schema).push({ b: inner }));
    expect([code, at.row, at.column]).toEqual(['INVALID_ARGUMENT', 0, 'b.c.list.element']);
    expect(reason).toContain('cyclic');
  });

  test('createShredder counts rows, and `take` returns the rows added since the last call', () => {
    const shredder = createShredder(schema);
    for (let i = 0; i < 5000; i++) shredder.push({ a: i });
    expect(shredder.rowCount).toBe(5000);
    expect(shredder.byteLength).toBe(5000 * 4 + 2 * 2 * 5000);
    const { a } = shredder.take();
    expect([a?.rowCount, a?.values.length]).toEqual([5000, 5000]);
    expect(shredder.rowCount).toBe(0);
    shredder.push({ a: 7 });
    expect(shredder.take()['a']).toMatchObject({ rowCount: 1, slotCount: 1, values: { data: Int32Array.of(7) } });
    expect(shredder.take()['a']).toMatchObject({ rowCount: 0, slotCount: 0 });
  });
});
