/** Tests columns that would need too much memory, and iterables of rows that never end, throw, or fail to close. */
import type { NestedColumn, NestedLeaf } from '@marquetry/column';
import { type BytesValues, noNulls, PhysicalType } from '@marquetry/core';
import type { FileWriter } from '@marquetry/file';
import { createRowAssembler, createShredder, type RowsInput, type ShreddedColumn, writeRows } from '@marquetry/records';
import { inferRows, inferSchema } from '@marquetry/records/infer';
import { defineSchema, type FieldDefinitions, fieldsOf } from '@marquetry/schema';
import { errorOf, thrownBy } from '@marquetry/test-support/errors.js';
import { describe, expect, test } from 'vitest';

describe('hostile columns', () => {
  test('a list with more entries than fit in memory throws LIMIT before any row is built', () => {
    const fields = fieldsOf(defineSchema({ l: { list: 'INT32' } }));
    const [field] = fields;
    if (field?.kind !== 'list' || field.element.kind !== 'leaf') throw new Error('no list');
    const values = { layout: 'fixed', type: PhysicalType.INT32, width: 4, length: 0, data: new Int32Array(0) } as const;
    const element: NestedLeaf = { kind: 'leaf', field: field.element, length: 2 ** 25 + 1, nulls: noNulls, values };
    const offsets = Int32Array.of(0, 2 ** 25 + 1);
    const column: NestedColumn = { kind: 'list', field, length: 1, nulls: noNulls, offsets, element };
    const error = thrownBy(() => createRowAssembler(fields)([column]));
    expect([error.code, error.at.column]).toEqual(['LIMIT', 'l']);
  });

  test('a long dictionary entry is not copied for each row that uses it', () => {
    const fields = fieldsOf(defineSchema({ b: 'BYTE_ARRAY' }));
    const [field] = fields;
    if (field?.kind !== 'leaf') throw new Error('no leaf');
    const type = PhysicalType.BYTE_ARRAY;
    const offsets = Int32Array.from({ length: 1001 }, (_, i) => (i === 0 ? 0 : 10_000));
    const dictionary: BytesValues = { layout: 'bytes', type, length: 1000, offsets, data: new Uint8Array(10_000) };
    const values = { layout: 'dictionary', type, length: 100, indices: new Int32Array(100), dictionary } as const;
    const rows = createRowAssembler(fields)([{ kind: 'leaf', field, length: 100, nulls: noNulls, values }]);
    expect(rows[0]?.['b']).toEqual(new Uint8Array(10_000));
    expect(rows[99]?.['b']).toBe(rows[0]?.['b']);
  });
});

/**
 * Returns a writer that discards its input, and the list in which it records the number of value bytes of each batch.
 */
function countingWriter(definitions: FieldDefinitions): { readonly writer: FileWriter; readonly batches: number[] } {
  const batches: number[] = [];
  const writer = {
    schema: defineSchema(definitions),
    rowCount: 0,
    write: async (columns: Readonly<Record<string, ShreddedColumn>>) => {
      batches.push(
        Object.values(columns).reduce((sum, { values }) => sum + ('data' in values ? values.data.length : 0), 0),
      );
    },
    abort: async () => {},
  };
  return { writer: writer as unknown as FileWriter, batches };
}

const integer: FieldDefinitions = { a: 'INT32' };

describe('writing rows', () => {
  test('rows are written in batches of limited size, even if large rows follow many small ones', async () => {
    const { writer, batches } = countingWriter({ s: 'STRING' });
    const large = 'x'.repeat(2 ** 20);
    await writeRows(
      writer,
      Array.from({ length: 1000 }, (_, i) => ({ s: i < 900 ? 'small' : large })),
    );
    expect(batches.reduce((sum, bytes) => sum + bytes, 0)).toBe(900 * 5 + 100 * 2 ** 20);
    expect(Math.max(...batches)).toBeLessThan(2 ** 25);
  });

  test('a signal stops writing from an endless iterable that never waits', async () => {
    const signal = AbortSignal.timeout(100);
    let closed = 0;
    function* endless(): Generator<object> {
      try {
        for (;;) yield { a: 1 };
      } finally {
        closed++;
      }
    }
    await expect(writeRows(countingWriter(integer).writer, endless(), { signal })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    expect(closed).toBe(1);
  });

  test('rows to write may be promise-like objects other than a Promise', async () => {
    for (const signal of [undefined, new AbortController().signal]) {
      const { writer, batches } = countingWriter(integer);
      let left = 3;
      const next = (): PromiseLike<IteratorResult<unknown>> => {
        const turn = left-- > 0 ? { done: false, value: { a: left } } : { done: true, value: undefined };
        const own = Promise.resolve(turn as IteratorResult<unknown>);
        // biome-ignore lint/suspicious/noThenProperty: this test needs an object with a `then` method.
        return { then: own.then.bind(own) };
      };
      const rows = { [Symbol.asyncIterator]: () => ({ next }) } as unknown as RowsInput;
      await writeRows(writer, rows, signal && { signal });
      expect(batches).toEqual([3]);
    }
  });

  test.each(['sync', 'async'])(
    'a %s iterable of rows is closed if a row that was used to infer the schema cannot be written',
    async (kind) => {
      let closed = 0;
      let at = 0;
      const next = (): IteratorResult<unknown> => ({ done: false, value: { a: at++ === 2 ? 2n ** 70n : 1n } });
      const end = (): IteratorResult<unknown> => {
        closed++;
        throw new Error('of closing');
      };
      const rows =
        kind === 'sync'
          ? { [Symbol.iterator]: () => ({ next, return: end }) }
          : { [Symbol.asyncIterator]: () => ({ next: async () => next(), return: async () => end() }) };
      const inferred = await inferRows(rows, { sampleRows: 10 });
      const error = await errorOf(() => writeRows(countingWriter({ a: 'INT64' }).writer, inferred.rows));
      expect([error.code, error.at.row, closed]).toEqual(['INVALID_ARGUMENT', 2, 1]);
      // Wait for the next turn of the event loop, when an unhandled rejection would be reported.
      await new Promise((resolve) => setTimeout(resolve));
    },
  );

  test('writing rows throws the original error, even if a getter throws while the error is created', () => {
    const shredder = createShredder(defineSchema({ a: 'INT32' }), { unknownFields: 'ignore' });
    const row = {
      a: 'text',
      get b(): never {
        throw new Error('of the getter');
      },
    };
    expect(thrownBy(() => shredder.push(row)).at).toEqual({ column: 'a', row: 0 });
  });

  test('inferring a schema takes linear time, even if every row has new field names', () => {
    const count = 1000;
    const rows = [{ l: Array.from({ length: count }, (_, i) => ({ [`k${i}`]: 1 })) }];
    const { set } = Map.prototype;
    let remembered = 0;
    Map.prototype.set = function (key, value) {
      remembered++;
      return set.call(this, key, value);
    };
    try {
      expect(inferSchema(rows).leaves.length).toBe(count);
    } finally {
      Map.prototype.set = set;
    }
    expect(remembered).toBeGreaterThanOrEqual(count);
    expect(remembered).toBeLessThan(50 * count);
  });
});
