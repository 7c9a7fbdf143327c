/**
 * Compares Temporal objects in rows with the text that a polyfill of Temporal parses and prints.
 */
import { createRowAssembler } from '@marquetry/records';
import { errorOf, thrownBy } from '@marquetry/test-support/errors.js';
import {
  defineSchema,
  type FieldDefinition,
  memorySink,
  openParquet,
  type ReadParquetOptions,
  type RowOf,
  readParquet,
  writeParquet,
} from 'marquetry';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';

const globals = globalThis as { Temporal?: unknown };
const own = globals.Temporal;
beforeAll(() => {
  globals.Temporal = Temporal;
});
afterAll(() => {
  if (own === undefined) delete globals.Temporal;
  else globals.Temporal = own;
});

const local = { isAdjustedToUTC: false } as const;
const nanos = 1_580_474_096_789_012_345n;
type Kind = 'PlainDate' | 'PlainTime' | 'PlainDateTime' | 'Instant';

/** Column type, stored value, Temporal class, and the text of the Temporal object. */
const cases: readonly (readonly [FieldDefinition, number | bigint, Kind, string])[] = [
  ['DATE', 18_292, 'PlainDate', '2020-01-31'],
  ['DATE', -1, 'PlainDate', '1969-12-31'],
  ['DATE', -719_529, 'PlainDate', '-000001-12-31'],
  ['DATE', 100_000_000, 'PlainDate', '+275760-09-13'],
  ['DATE', -100_000_001, 'PlainDate', '-271821-04-19'],
  [{ type: 'TIME', unit: 'MILLIS' }, 45_296_789, 'PlainTime', '12:34:56.789'],
  [{ type: 'TIME', unit: 'MICROS' }, 45_296_789_012n, 'PlainTime', '12:34:56.789012'],
  [{ type: 'TIME', unit: 'NANOS', ...local }, 86_399_999_999_999n, 'PlainTime', '23:59:59.999999999'],
  [{ type: 'TIME', unit: 'NANOS' }, 1n, 'PlainTime', '00:00:00.000000001'],
  [{ type: 'TIMESTAMP', unit: 'NANOS' }, nanos, 'Instant', '2020-01-31T12:34:56.789012345Z'],
  [{ type: 'TIMESTAMP', unit: 'MICROS' }, nanos / 1000n, 'Instant', '2020-01-31T12:34:56.789012Z'],
  [{ type: 'TIMESTAMP', unit: 'MILLIS' }, -1n, 'Instant', '1969-12-31T23:59:59.999Z'],
  [{ type: 'TIMESTAMP', unit: 'MILLIS' }, 8_640_000_000_000_000n, 'Instant', '+275760-09-13T00:00:00Z'],
  [{ type: 'TIMESTAMP', unit: 'NANOS', ...local }, nanos, 'PlainDateTime', '2020-01-31T12:34:56.789012345'],
  [{ type: 'TIMESTAMP', unit: 'MICROS', ...local }, -1n, 'PlainDateTime', '1969-12-31T23:59:59.999999'],
  ['INT96', nanos, 'PlainDateTime', '2020-01-31T12:34:56.789012345'],
];

async function written(rows: readonly object[], definition: FieldDefinition): Promise<Uint8Array> {
  const sink = memorySink();
  await writeParquet(sink, rows, { schema: defineSchema({ v: definition }) });
  return sink.bytes;
}
const temporal = { values: 'temporal' } as const;

test.each(cases)(
  'a column of type %j with the value %s is read as Temporal.%s %s, and writing that object stores the same value',
  async (definition, value, kind, text) => {
    const optional = { ...(typeof definition === 'string' ? { type: definition } : definition), optional: true };
    const bytes = await written([{ v: value }, { v: null }, { v: value }], optional as FieldDefinition);
    const rows = await readParquet(bytes, temporal);
    const [first, second, third] = rows.map(({ v }) => v);
    expect(first).toBeInstanceOf(Temporal[kind]);
    expect([String(first), second, String(third)]).toEqual([text, null, text]);
    expect(Temporal[kind].from(text)).toEqual(first);

    const again = memorySink();
    await writeParquet(again, rows, { schema: (await openParquet(bytes)).schema });
    expect(await readParquet(again.bytes, { values: 'lossless' })).toEqual([{ v: value }, { v: null }, { v: value }]);
  },
);

describe('reading with `values: "temporal"`', () => {
  test('`values: "temporal"` leaves values of other types in their plain form', async () => {
    const schema = defineSchema({ id: 'INT64', days: { map: ['STRING', 'DATE'] }, name: 'STRING' });
    const sink = memorySink();
    await writeParquet(sink, [{ id: 1n, days: { a: 0 }, name: 'x' }], { schema });
    const [row] = await readParquet(sink.bytes, temporal);
    expect(row).toEqual({ id: 1n, days: new Map([['a', Temporal.PlainDate.from('1970-01-01')]]), name: 'x' });
  });

  test('Temporal values can be chosen for one column with `as`, and for all columns of a kind with `asKind`', async () => {
    const schema = defineSchema({ day: 'DATE', at: 'TIMESTAMP', time: 'TIME', name: 'STRING' });
    const sink = memorySink();
    await writeParquet(sink, [{ day: 1, at: 1n, time: 1n, name: 'x' }], { schema });
    const read = async (options: ReadParquetOptions): Promise<unknown> => (await readParquet(sink.bytes, options))[0];
    expect(await read({ as: { at: 'temporal', time: 'temporal' } })).toEqual({
      day: new Date('1970-01-02'),
      at: Temporal.Instant.from('1970-01-01T00:00:00.000001Z'),
      time: Temporal.PlainTime.from('00:00:00.000001'),
      name: 'x',
    });
    expect(await read({ asKind: { temporal: 'temporal' }, values: 'json' })).toEqual({
      day: Temporal.PlainDate.from('1970-01-02'),
      at: Temporal.Instant.from('1970-01-01T00:00:00.000001Z'),
      time: '00:00:00.000001Z',
      name: 'x',
    });
    expect(await errorOf(() => read({ as: { name: 'temporal' } }))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      at: { column: 'name' },
    });
  });

  test.each<[FieldDefinition, number | bigint]>([
    ['DATE', 100_000_001],
    ['DATE', -100_000_002],
    ['DATE', -(2 ** 31)],
    [{ type: 'TIMESTAMP', unit: 'MILLIS' }, 8_640_000_000_000_001n],
    [{ type: 'TIMESTAMP', unit: 'MICROS', ...local }, 2n ** 63n - 1n],
    ['INT96', (2n ** 31n - 2_440_588n) * 86_400_000_000_000n - 1n],
    [{ type: 'TIME', unit: 'MICROS' }, 86_400_000_000n],
    [{ type: 'TIME', unit: 'NANOS' }, 2n ** 63n - 1n],
    [{ type: 'TIME', unit: 'MILLIS' }, -1],
  ])(
    'reading throws LIMIT for a column of type %j with the value %s, which Temporal cannot represent',
    async (definition, value) => {
      const bytes = await written([{ v: value }], definition);
      const error = await errorOf(() => readParquet(bytes, temporal));
      expect(error).toMatchObject({ code: 'LIMIT', at: { column: 'v' } });
      expect(error.message).toContain("values: 'lossless'");
    },
  );

  test('a writer rejects Temporal objects that do not fit the type of the column', async () => {
    const instant = Temporal.Instant.from('2020-01-31T00:00:00Z');
    for (const [definition, v] of [
      ['DATE', instant],
      [{ type: 'TIMESTAMP', ...local }, instant],
      ['TIMESTAMP', Temporal.PlainDateTime.from('2020-01-31T00:00:00')],
      ['TIME', Temporal.PlainDate.from('2020-01-31')],
      [{ type: 'TIMESTAMP', unit: 'MILLIS' }, Temporal.Instant.from('2020-01-31T00:00:00.0001Z')],
    ] as const) {
      expect(await errorOf(() => written([{ v }], definition))).toMatchObject({
        code: 'INVALID_ARGUMENT',
        at: { column: 'v', row: 0 },
      });
    }
  });

  test('`values: "temporal"` throws UNSUPPORTED in a runtime without Temporal, with a message that says what to do', async () => {
    const bytes = await written([{ v: 1 }], 'DATE');
    delete globals.Temporal;
    try {
      const error = await errorOf(() => readParquet(bytes, temporal));
      expect(error.code).toBe('UNSUPPORTED');
      expect(error.message).toContain('globalThis.Temporal');
      expect(await readParquet(await written([{ v: 'x' }], 'STRING'), temporal)).toEqual([{ v: 'x' }]);
    } finally {
      globals.Temporal = Temporal;
    }
  });
});

test('the `form` option of createRowAssembler may return a function that converts each value', async () => {
  const { fieldsOf } = await import('@marquetry/schema');
  const file = await openParquet(await written([{ v: 1 }, { v: 2 }], 'INT32'));
  const assemble = createRowAssembler(fieldsOf(file.schema), { form: () => (exact) => `<${String(exact)}>` });
  for await (const { columns } of file.nestedBatches()) expect(assemble(columns)).toEqual([{ v: '<1>' }, { v: '<2>' }]);
  const refused = thrownBy(() => createRowAssembler(fieldsOf(file.schema), { form: () => 'temporal' }));
  expect(refused).toMatchObject({ code: 'INVALID_ARGUMENT', at: { column: 'v' } });
});

test('`RowOf<typeof schema, "temporal">` types a MAP as a Map, and a DATE as an object with toString and toJSON', () => {
  const schema = defineSchema({
    day: { type: 'DATE', optional: true },
    id: 'INT64',
    days: { map: ['STRING', 'DATE'] },
  });
  type Found = RowOf<typeof schema, 'temporal'>;
  expectTypeOf<Found['id']>().toEqualTypeOf<bigint>();
  expectTypeOf<NonNullable<Found['day']>['toJSON']>().returns.toEqualTypeOf<string>();
  expectTypeOf<Found['days']>().toMatchTypeOf<Map<string, { toString(): string }>>();
});
