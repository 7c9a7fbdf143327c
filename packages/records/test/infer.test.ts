import { inferRows, inferSchema } from '@marquetry/records/infer';
import { formatPath, type Schema } from '@marquetry/schema';
import { errorOf, thrownBy } from '@marquetry/test-support/errors.js';
import { describe, expect, test } from 'vitest';

/** Returns the path, the logical or physical type, and the maximum definition level of each column. */
function columnsOf({ leaves }: Schema): unknown[] {
  return leaves.map(({ path, annotation, type, maxDefinitionLevel }) => [
    formatPath(path),
    annotation?.kind ?? type,
    maxDefinitionLevel,
  ]);
}

test('inferSchema infers a type for every kind of value, and makes every column optional', () => {
  const schema = inferSchema([
    { number: null, nothing: null, late: undefined, list: [], struct: {}, map: new Map() },
    {
      number: 1,
      bigint: 1n,
      string: 'a',
      boolean: true,
      bytes: new Uint8Array(1),
      date: new Date(0),
      list: [null, 'a'],
      set: new Set([1]),
      ints: Int16Array.of(1),
      floats: new Float32Array(1),
      unsigned: new BigUint64Array(1),
      map: new Map([['k', 1n]]),
      struct: { deep: { x: 1 } },
      ['__proto__']: 1,
      'a.b': 1,
    },
    { late: 'x', emptyMap: new Map() },
  ]);
  expect(columnsOf(schema)).toEqual([
    ['number', 5, 1],
    ['nothing', 'UNKNOWN', 1],
    ['late', 'STRING', 1],
    ['list.list.element', 'STRING', 3],
    ['struct.deep.x', 5, 3],
    ['map.key_value.key', 'STRING', 2],
    ['map.key_value.value', 2, 3],
    ['bigint', 2, 1],
    ['string', 'STRING', 1],
    ['boolean', 0, 1],
    ['bytes', 6, 1],
    ['date', 'TIMESTAMP', 1],
    ['set.list.element', 5, 3],
    ['ints.list.element', 'INTEGER', 3],
    ['floats.list.element', 4, 3],
    ['unsigned.list.element', 'INTEGER', 3],
    ['__proto__', 5, 1],
    ['a\\.b', 5, 1],
    ['emptyMap.key_value.key', 'STRING', 2],
    ['emptyMap.key_value.value', 'UNKNOWN', 3],
  ]);
  expect(schema.find('date')[0]?.annotation).toMatchObject({ unit: 'MILLIS', isAdjustedToUTC: true });
});

describe('values that inferSchema rejects', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = { inner: [cyclic] };
  let deep: unknown = 1;
  for (let i = 0; i < 1000; i++) deep = { deep };

  test.each([
    ['numbers and bigints in one column', [{ a: { b: 1 } }, { a: { b: 1n } }], 'INVALID_ARGUMENT', 'a.b', 1],
    ['text and lists in one column', [{ a: ['x'] }, { a: 'x' }], 'INVALID_ARGUMENT', 'a', 1],
    ['two kinds in one list', [{ a: [1, 'x'] }], 'INVALID_ARGUMENT', 'a.list.element', 0],
    ['functions', [{ a: 1 }, { a: () => 1 }], 'INVALID_ARGUMENT', 'a', 1],
    ['values that no column type can store', [{ a: Promise.resolve(1) }], 'INVALID_ARGUMENT', 'a', 0],
    ['symbols', [{ a: Symbol('s') }], 'INVALID_ARGUMENT', 'a', 0],
    ['cyclic objects', [cyclic], 'INVALID_ARGUMENT', 'self.inner.list.element', 0],
    ['values nested too deeply', [deep], 'LIMIT', expect.any(String), 0],
    ['groups without fields', [{ a: 1, b: {} }], 'INVALID_ARGUMENT', 'b', undefined],
    ['rows that are not objects', [5], 'INVALID_ARGUMENT', undefined, 0],
    ['rows without fields', [{}], 'INVALID_ARGUMENT', undefined, undefined],
    ['no rows', [], 'INVALID_ARGUMENT', undefined, undefined],
  ] as const)('inferSchema rejects %s', (_, rows, code, column, row) => {
    const error = thrownBy(() => inferSchema(rows));
    expect([error.code, error.at.column || undefined, error.at.row]).toEqual([code, column, row]);
  });
});

describe('inferRows', () => {
  const rows = [{ a: 1 }, { a: 2 }, { a: 3, b: 'late' }];
  const collect = async (input: Parameters<typeof inferRows>[0], sampleRows: number): Promise<unknown[]> => {
    const { schema, rows: all } = await inferRows(input, { sampleRows });
    expect(schema.leaves.length).toBe(sampleRows > 2 ? 2 : 1);
    const read: unknown[] = [];
    for await (const row of all) read.push(row);
    return read;
  };

  test.each([1, 2, 3, 4])('inferRows infers the schema from %d rows and returns all rows', async (sampleRows) => {
    expect(await collect(rows, sampleRows)).toEqual(rows);
    expect(await collect(new Set(rows), sampleRows)).toEqual(rows);
    expect(
      await collect(
        (async function* () {
          yield* rows;
        })(),
        sampleRows,
      ),
    ).toEqual(rows);
  });

  test.each(['sync', 'async'])(
    'inferRows copies the rows of the sample, so that a %s generator may reuse the objects in its rows',
    async (kind) => {
      const list: unknown[] = [];
      const struct: Record<string, unknown> = { list };
      const bytes = Buffer.alloc(1);
      const typed = new Int32Array(1);
      const date = new Date(0);
      const map = new Map<string, unknown>([['struct', struct]]);
      const row = { i: 0, list, struct, bytes, typed, date, map, set: new Set([struct]) };
      const next = (i: number): unknown => {
        row.i = i;
        list[0] = i;
        struct['x'] = i;
        bytes[0] = i;
        typed[0] = i;
        date.setTime(i);
        map.set('struct', struct);
        return row;
      };
      const sync = function* () {
        for (let i = 0; i < 5; i++) yield next(i);
      };
      const async = async function* () {
        for (let i = 0; i < 5; i++) yield next(i);
      };
      const { rows: all } = await inferRows(kind === 'sync' ? sync() : async(), { sampleRows: 3 });
      let i = 0;
      for await (const read of all) {
        const inner = { x: i, list: [i] };
        expect(read).toEqual({
          ...{ i, list: [i], struct: inner, typed: Int32Array.of(i), date: new Date(i) },
          ...{
            bytes: expect.objectContaining({ 0: i, length: 1 }),
            map: new Map([['struct', inner]]),
            set: new Set([inner]),
          },
        });
        i++;
      }
      expect(i).toBe(5);
    },
  );

  test('inferRows keeps a field named __proto__ in the copy of a row', async () => {
    const row = JSON.parse('{ "__proto__": 1 }');
    const { schema, rows: all } = await inferRows(new Set([row]));
    expect(schema.leaves.map(({ path }) => path)).toEqual([['__proto__']]);
    for await (const read of all) expect(Object.entries(read as object)).toEqual([['__proto__', 1]]);
  });

  test('inferRows can be aborted by a signal while it reads an iterable that never waits', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('stopped by a timer')), 1);
    const endless = (function* () {
      for (let i = 0; ; i++) yield { i };
    })();
    const inferred = inferRows(endless, { sampleRows: 2 ** 24, signal: controller.signal });
    await expect(inferred).rejects.toThrow('stopped by a timer');
  });

  test('inferRows closes the iterator if no row has a field', async () => {
    let ended = false;
    const source = (async function* () {
      try {
        yield { a: 1 };
        yield { a: 'x' };
        yield { a: 1 };
      } finally {
        ended = true;
      }
    })();
    expect((await errorOf(() => inferRows(source, { sampleRows: 2 }))).code).toBe('INVALID_ARGUMENT');
    expect(ended).toBe(true);
    expect((await errorOf(() => inferRows(rows, { sampleRows: 0 }))).code).toBe('INVALID_ARGUMENT');
    expect((await errorOf(() => inferRows(5 as never))).code).toBe('INVALID_ARGUMENT');
  });
});
