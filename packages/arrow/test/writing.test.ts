/** Tests writing dictionaries and every kind of source, and which data `writeArrow` rejects. */

import { memorySink } from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import { defineSchema } from '@marquetry/schema';
import { errorOf, thrownBy } from '@marquetry/test-support/errors.js';
import { standardEncodings } from '@marquetry/test-support/standard.js';
import {
  Schema as ArrowSchema,
  Bool,
  Data,
  type DataType,
  DateDay,
  Dictionary,
  Field,
  FixedSizeList,
  Int8,
  Int16,
  Int32,
  Int64,
  List,
  Map_,
  makeData,
  RecordBatchReader,
  Struct,
  Table,
  tableToIPC,
  Uint16,
  Utf8,
  Vector,
  vectorFromArray,
} from 'apache-arrow';
import { describe, expect, test } from 'vitest';
import { type ArrowSource, schemaFromArrow, writeArrow } from '../src/index.js';
import { roundTrip, write } from './written.js';

test('writeArrow accepts a column with more rows than its record batch, but rejects a column with fewer', async () => {
  const schema = new ArrowSchema([new Field('id', new Int32(), false)]);
  const child = makeData({ type: new Int32(), data: Int32Array.of(1, 2, 3) });
  const batchOf = (length: number): ArrowSource => {
    const data = makeData({ type: new Struct(schema.fields), length, nullCount: 0, children: [child] });
    return [{ schema, data, numRows: length } as never];
  };
  const ids = defineSchema({ id: 'INT32' });
  expect([...((await write(ids, batchOf(2))).getChild('id') ?? [])]).toEqual([1, 2]);
  const error = await errorOf(() => write(ids, batchOf(4)));
  expect([error.code, error.at.column]).toEqual(['INVALID_ARGUMENT', 'id']);
});

test('writeArrow writes tables, record batches, and iterables and readers of record batches', async () => {
  const schema = defineSchema({ id: 'INT32' });
  const table = new Table({ id: vectorFromArray([1, 2, 3], new Int32()) });
  const [batch] = table.batches;
  const later = async function* () {
    yield* table.batches;
  };
  for (const source of [table, batch, table.batches, later(), RecordBatchReader.from(tableToIPC(table))]) {
    expect([...((await write(schema, source as ArrowSource)).getChild('id') ?? [])]).toEqual([1, 2, 3]);
  }
  expect((await write(schema, [])).numRows).toBe(0);
});

describe('writing Dictionary columns', () => {
  const utf8 = (entries: (string | null)[]): Vector => vectorFromArray(entries, new Utf8());
  const chunk = (type: Dictionary, indices: number[], dictionary: Vector, nullBitmap?: Uint8Array): Data =>
    makeData({
      type,
      length: indices.length,
      data: Int8Array.from(indices),
      dictionary,
      ...(nullBitmap && { nullBitmap }),
    } as never);

  test('writeArrow accepts dictionaries that differ between chunks or have null or repeated entries, and any index in null rows', async () => {
    const type = new Dictionary(new Utf8(), new Int8());
    const vector = new Vector([
      chunk(type, [1, 0, 99], utf8(['a', 'b']), Uint8Array.of(3)),
      chunk(type, [0, 1, 2, 3], utf8(['c', null, 'c', 'd'])),
    ]);
    expect(await roundTrip(vector)).toEqual(['b', 'a', null, 'c', null, 'c', 'd']);
    expect(await roundTrip(vector.slice(1, 6))).toEqual(['a', null, 'c', null, 'c']);
  });

  test('writeArrow accepts dictionaries that later batches extend', async () => {
    const type = new Dictionary(new Utf8(), new Int8());
    const grown = new Vector([...utf8(['a']).data, ...utf8(['b', 'c']).data]);
    expect(await roundTrip(new Vector([chunk(type, [0, 1, 2, 1], grown)]))).toEqual(['a', 'b', 'c', 'b']);
    const stream = RecordBatchReader.from(tableToIPC(new Table({ c: new Vector([chunk(type, [0, 1, 2], grown)]) })));
    const schema = defineSchema({ c: { type: 'STRING', optional: true } });
    expect([...((await write(schema, stream)).getChild('c') ?? [])]).toEqual(['a', 'b', 'c']);
  });

  test('writeArrow rejects an index beyond the dictionary', async () => {
    const type = new Dictionary(new Utf8(), new Int8());
    for (const index of [2, -1]) {
      const error = await errorOf(() => roundTrip(new Vector([chunk(type, [0, index], utf8(['a', 'b']))])));
      expect([error.code, error.at.column]).toEqual(['INVALID_ARGUMENT', 'c']);
      expect(error.reason).toBe(`record batch 0: row 1: index ${index} is beyond the dictionary of 2 entries`);
    }
  });

  test('writeArrow accepts a dictionary of numbers with 16-bit indices inside a list', async () => {
    const type = new Dictionary(new Int64(), new Uint16());
    const list = new List(new Field('item', type, true));
    const vector = vectorFromArray([[1n, 2n], null, [2n, null]], list);
    expect(await roundTrip(vector.slice(1))).toEqual([null, [2, null]]);
  });
});

describe('writeArrow leaves no file if it rejects the data', () => {
  const ids = defineSchema({ id: 'INT32' });
  const batches = [
    new Table({ id: vectorFromArray([1, 2], new Int32()) }),
    new Table({ id: vectorFromArray([3, null], new Int32()) }),
  ];

  test.each([
    [
      'a null in a required column',
      batches.flatMap((table) => table.batches),
      'record batch 1: a required column must not have nulls',
      'id',
    ],
    [
      'a different type',
      new Table({ id: vectorFromArray(['1'], new Utf8()) }),
      'Utf8 cannot be written to a column of type INT32',
      'id',
    ],
    [
      'an additional column',
      new Table({ id: vectorFromArray([1], new Int32()), b: vectorFromArray([1], new Int32()) }),
      "the file's schema has no column with this name",
      'b',
    ],
    [
      'an unknown column',
      new Table({ b: vectorFromArray([1], new Int32()) }),
      "the file's schema has no column with this name",
      'b',
    ],
  ] as const)('%s', async (_, source, reason, column) => {
    const sink = memorySink();
    const writer = createFileWriter(sink, { schema: ids, encodings: standardEncodings, rowGroupRows: 1 });
    const error = await errorOf(() => writeArrow(writer, source as ArrowSource));
    expect([error.code, error.at.column]).toEqual(['INVALID_ARGUMENT', column]);
    expect(error.reason).toContain(reason);
    expect((await errorOf(() => writer.finish())).code).toBe('INVALID_ARGUMENT');
    expect(thrownBy(() => sink.bytes).code).toBe('INVALID_ARGUMENT');
  });

  test('writeArrow matches the fields of structs by name, and rejects a missing, an additional and a repeated field', async () => {
    const schema = defineSchema({ s: { fields: { a: 'INT32', b: 'INT32' } } });
    const struct = (...names: string[]): Table => {
      const type = new Struct(names.map((name) => new Field(name, new Int32(), false)));
      const children = names.map((_, i) => makeData({ type: new Int32(), data: Int32Array.of(i) }));
      return new Table({ s: new Vector([makeData({ type, length: 1, nullCount: 0, children } as never)]) });
    };
    const back = await write(schema, struct('b', 'a'));
    expect(String(back.get(0))).toBe('{"s": {"a":1,"b":0}}');
    for (const [names, column, reason] of [
      [['a'], 's.b', 'the Arrow struct does not have this column'],
      [['a', 'b', 'c'], 's.c', "the file's schema has no column with this name"],
      [['a', 'b', 'a'], 's.a', 'the Arrow data has two columns with this name'],
    ] as const) {
      const error = await errorOf(() => write(schema, struct(...names)));
      expect([error.code, error.reason, error.at.column]).toEqual([
        'INVALID_ARGUMENT',
        `record batch 0: ${reason}`,
        column,
      ]);
    }
  });

  test('writeArrow throws an error for a source that does not yield record batches', async () => {
    for (const item of [{ id: 1 }, null, undefined]) {
      const writer = createFileWriter(memorySink(), { schema: ids, encodings: standardEncodings });
      const error = await errorOf(() => writeArrow(writer, [item] as never));
      expect([error.code, error.reason]).toEqual([
        'INVALID_ARGUMENT',
        'the source must yield record batches from apache-arrow',
      ]);
    }
  });

  test('writeArrow throws an error from its source unchanged', async () => {
    const writer = createFileWriter(memorySink(), { schema: ids, encodings: standardEncodings });
    const failing = async function* () {
      yield* batches[0]?.batches ?? [];
      throw new TypeError('no network');
    };
    await expect(writeArrow(writer, failing())).rejects.toThrow(new TypeError('no network'));
    expect((await errorOf(() => writer.finish())).reason).toContain('aborted');
  });

  test('writeArrow rejects buffers that are too short', async () => {
    const short = (type: DataType, parts: object): Vector => new Vector([new Data(type, 0, 9, 0, parts)]);
    for (const vector of [
      short(new Int32(), { 1: new Int32Array(8) }),
      short(new Bool(), { 1: new Uint8Array(1) }),
      short(new Utf8(), { 0: new Int32Array(9), 1: new Uint8Array(0) }),
      short(new Utf8(), { 0: new Int32Array(10).fill(1, 5), 1: new Uint8Array(0) }),
      short(new DateDay(), {}),
      new Vector([new Data(new Int16(), 0, 9, 1, { 1: new Int16Array(9), 2: new Uint8Array(1) } as never)]),
    ]) {
      const schema = new ArrowSchema([new Field('c', vector.type, true)]);
      const data = makeData({ type: new Struct(schema.fields), length: 9, nullCount: 0, children: [...vector.data] });
      const batch = { schema, data, numRows: 9 };
      const writer = createFileWriter(memorySink(), { schema: schemaFromArrow(schema), encodings: standardEncodings });
      const error = await errorOf(() => writeArrow(writer, [batch as never]));
      expect([error.code, error.at.column]).toEqual(['INVALID_ARGUMENT', 'c']);
    }
  });
});

describe('writing a table whose columns have different lengths', () => {
  const pair = new Struct<{ key: Utf8; value: Int32 }>([
    new Field('key', new Utf8(), false),
    new Field<Int32>('value', new Int32(), true) as never,
  ]);
  test.each<[string, DataType, unknown]>([
    ['integers', new Int32(), 7],
    ['bits', new Bool(), true],
    ['text', new Utf8(), 'a'],
    ['days', new DateDay(), 86_400_000],
    ['dictionaries', new Dictionary(new Utf8(), new Int8()), 'a'],
    ['lists', new List(new Field('element', new Int32(), true)), [7]],
    ['fixed lists', new FixedSizeList(1, new Field('element', new Int32(), true)), [7]],
    ['maps', new Map_(new Field('entries', pair, false)), new Map([['a', 1]])],
    ['structs', new Struct([new Field('x', new Int32(), true), new Field('y', new Utf8(), true)]), { x: 7, y: 'a' }],
  ])('shorter columns of %s are written with nulls at the end, as in apache-arrow', async (_, type, value) => {
    const table = new Table({
      long: vectorFromArray([1, 2, 3], new Int32()),
      short: vectorFromArray([value], type),
    });
    const back = await write(schemaFromArrow(table.schema), table);
    const rows = (from: Table): string[] => [...from].map(String);
    expect(rows(table)).toHaveLength(3);
    expect(rows(back)).toEqual(rows(table));
    expect(back.getChild('short')?.nullCount).toBe(2);
  });
});
