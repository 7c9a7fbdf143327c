/** Tests that the compiler knows the columns of a schema, and checks rows and columns that are written with it. */
import type { BitValues, BytesValues, DictionaryValues, FixedType, FixedValuesOf, PhysicalType } from '@marquetry/core';
import {
  type ColumnBatch,
  type ColumnBatchOf,
  type ColumnInput,
  createParquetWriter,
  defineSchema,
  type Interval,
  memorySink,
  openParquet,
  type RowInput,
  type RowOf,
  readParquet,
  type Schema,
  type WriteColumnsOf,
  writeParquet,
} from 'marquetry';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { everyValue, schema } from './every-type.js';

type Fixed<Name extends keyof typeof PhysicalType> = FixedValuesOf<Extract<(typeof PhysicalType)[Name], FixedType>>;

/** The type of the values of each column of the schema. */
interface ColumnValues {
  boolean: BitValues;
  int8: Fixed<'INT32'>;
  uint32: Fixed<'INT32'>;
  int32: Fixed<'INT32'>;
  int64: Fixed<'INT64'>;
  uint64: Fixed<'INT64'>;
  int96: Fixed<'INT96'>;
  float: Fixed<'FLOAT'>;
  float16: Fixed<'FIXED_LEN_BYTE_ARRAY'>;
  bytes: BytesValues;
  fixed: Fixed<'FIXED_LEN_BYTE_ARRAY'>;
  bson: BytesValues;
  geometry: BytesValues;
  geography: BytesValues;
  string: BytesValues;
  enum: BytesValues;
  json: BytesValues;
  uuid: Fixed<'FIXED_LEN_BYTE_ARRAY'>;
  decimal: Fixed<'INT32'> | Fixed<'INT64'> | Fixed<'FIXED_LEN_BYTE_ARRAY'>;
  date: Fixed<'INT32'>;
  millis: Fixed<'INT32'>;
  micros: Fixed<'INT64'>;
  at: Fixed<'INT64'>;
  interval: Fixed<'FIXED_LEN_BYTE_ARRAY'>;
  nothing: Fixed<'INT32'>;
  'variant.metadata': BytesValues;
  'variant.value': BytesValues;
  repeated: Fixed<'INT32'>;
  'list.list.element': Fixed<'INT32'>;
  'map.key_value.key': BytesValues;
  'map.key_value.value': Fixed<'INT64'>;
  'group.at': Fixed<'INT64'>;
  'group.tags.list.element': BytesValues;
}
type Path = keyof ColumnValues;

async function written(): Promise<Uint8Array> {
  const sink = memorySink();
  await writeParquet(sink, [everyValue, everyValue], { schema });
  return sink.bytes;
}

describe('types of columns that are read', () => {
  test('the compiler infers the type of the values of a column from its physical type', async () => {
    type Plain = ColumnBatchOf<typeof schema, true>;
    expectTypeOf<keyof Plain>().toEqualTypeOf<Path>();
    expectTypeOf<{ [P in Path]: Plain[P]['values'] }>().toEqualTypeOf<ColumnValues>();
    type Indices<V> = DictionaryValues & { readonly dictionary: V };
    type Stored = ColumnBatchOf<typeof schema>;
    expectTypeOf<Stored['int64']['values']>().toEqualTypeOf<Fixed<'INT64'> | Indices<Fixed<'INT64'>>>();

    const file = await openParquet(await written());
    expect(file.schema.leaves.map(({ path }) => path.join('.'))).toHaveLength(33);
    for await (const batch of file.columnBatches<Plain>({ decodeDictionaries: true })) {
      // The compiler knows these types even though neither `layout` nor `type` is checked.
      const long: BigInt64Array = batch.int64.values.data;
      const days: Int32Array = batch['list.list.element'].values.data;
      const offsets: Int32Array = batch.string.values.offsets;
      expect([long, days, offsets.length]).toEqual([BigInt64Array.of(3n, 3n), Int32Array.of(1, 1), 3]);
    }
    for await (const batch of file.columnBatches<Stored>()) {
      const { values } = batch.string;
      const text: BytesValues = values.layout === 'dictionary' ? values.dictionary : values;
      expect(text.data[0]).toBe(97);
    }
  });

  test('the compiler knows column paths with escaped dots, and the physical type of a DECIMAL', () => {
    const named = defineSchema({
      'a.b': { type: 'DECIMAL', precision: 5, physicalType: 'BYTE_ARRAY' },
      'c\\d': { fields: { e: 'INT64' } },
    });
    type Columns = ColumnBatchOf<typeof named, true>;
    expectTypeOf<Columns['a\\.b']['values']>().toEqualTypeOf<BytesValues>();
    expectTypeOf<Columns['c\\\\d.e']['values']>().toEqualTypeOf<Fixed<'INT64'>>();
    expect(named.find('a\\.b')).toHaveLength(1);
    expect(named.find('c\\\\d.e')).toHaveLength(1);
  });

  test('columns of a schema that the compiler does not know have the type `any`', async () => {
    expectTypeOf<ColumnBatchOf<Schema>>().toEqualTypeOf<ColumnBatch>();
    const file = await openParquet(await written());
    for await (const batch of file.columnBatches()) expectTypeOf(batch).toEqualTypeOf<ColumnBatch>();
  });
});

describe('types of rows to write', () => {
  type Input = RowInput<typeof schema>;

  test('the type of rows to write allows the values that each column of the schema accepts', () => {
    expectTypeOf<Input['int64']>().toEqualTypeOf<number | bigint | null | undefined>();
    expectTypeOf<Input['boolean']>().toEqualTypeOf<boolean>();
    expectTypeOf<Input['uuid']>().toEqualTypeOf<string | Uint8Array>();
    expectTypeOf<Input['interval']>().toEqualTypeOf<Interval | Uint8Array>();
    expectTypeOf<Input['repeated']>().toEqualTypeOf<Iterable<number | bigint> | null | undefined>();
    expectTypeOf<Date>().toExtend<Input['at']>();
    expectTypeOf<Date>().not.toExtend<Input['millis']>();
    expectTypeOf<Map<string, bigint>>().toExtend<Input['map']>();
    expectTypeOf<{ a: 1n }>().toExtend<Input['map']>();
    expectTypeOf<{ at: Date; tags: Set<string> }>().toExtend<Input['group']>();
    expectTypeOf<RowInput<Schema>>().toEqualTypeOf<unknown>();
  });

  test('rows that were read as plain, lossless or temporal can be written', async () => {
    expectTypeOf<RowOf<typeof schema>>().toExtend<Input>();
    expectTypeOf<RowOf<typeof schema, 'lossless'>>().toExtend<Input>();
    expectTypeOf<RowOf<typeof schema, 'temporal'>>().toExtend<Input>();
    expectTypeOf<RowOf<typeof schema, 'json'>>().not.toExtend<Input>();
    const rows = await readParquet<RowOf<typeof schema>>(await written());
    const sink = memorySink();
    await writeParquet(sink, rows, { schema });
    expect(await readParquet(sink.bytes)).toEqual(rows);
  });

  test('the compiler checks rows to write against a schema from defineSchema or a plain object', async () => {
    const flights = defineSchema({ delay: { type: 'INT64', optional: true }, origin: 'STRING' });
    const plain = { delay: { type: 'INT64', optional: true }, origin: 'STRING' } as const;
    const fine = [{ delay: 1n, origin: 'SEA' }, { delay: null, origin: 'LAX' }, { origin: 'SFO' }];
    for (const schema of [flights, plain]) await writeParquet(memorySink(), fine, { schema });
    const writer = await createParquetWriter(memorySink(), { schema: flights });
    expect(await writer.writeRows(fine)).toBe(3);
    await writer.finish();

    const refused = async (write: () => Promise<unknown>): Promise<void> => {
      await expect(write()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    };
    // @ts-expect-error a string is not an INT64
    await refused(() => writeParquet(memorySink(), [{ delay: '1', origin: 'SEA' }], { schema: flights }));
    // @ts-expect-error a required column is missing
    await refused(() => writeParquet(memorySink(), [{ delay: 1n }], { schema: flights }));
    // @ts-expect-error a required column is null
    await refused(() => writeParquet(memorySink(), [{ origin: null }], { schema: plain }));
    const other = await createParquetWriter(memorySink(), { schema: plain });
    // @ts-expect-error a name that the schema does not have
    await refused(() => other.writeRows([{ origin: 'SEA', dealy: 1n }]));
    await other.abort();
    // Strings are accepted, because they are cast.
    await writeParquet(memorySink(), [{ delay: '1', origin: 'SEA' }], { schema: flights, cast: true });
  });

  test('any objects can be written as rows if the compiler does not know the schema', async () => {
    const { schema: read } = await openParquet(await written());
    const rows: readonly object[] = await readParquet(await written());
    await writeParquet(memorySink(), rows, { schema: read });
    await writeParquet(memorySink(), rows);
    const writer = await createParquetWriter(memorySink(), { schema: read });
    expect(await writer.writeRows(rows)).toBe(2);
    await writer.finish();
  });
});

describe('types of columns to write', () => {
  const flights = defineSchema({ delay: { type: 'INT64', optional: true }, origin: 'STRING' });

  test('the type of columns to write has the column paths of the schema as keys', async () => {
    expectTypeOf<Exclude<WriteColumnsOf<typeof flights>, ColumnBatch>>().toEqualTypeOf<{
      readonly delay: ColumnInput;
      readonly origin: ColumnInput;
    }>();
    const columns = { delay: BigInt64Array.of(1n, 2n), origin: ['SEA', 'LAX'] };
    const writer = await createParquetWriter(memorySink(), { schema: flights });
    await writer.write(columns);
    // @ts-expect-error a column is missing
    await expect(writer.write({ delay: BigInt64Array.of(1n) })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    const sink = memorySink();
    await writeParquet(sink, columns, { schema: flights });
    await expect(
      // @ts-expect-error a path that the schema does not have
      writeParquet(memorySink(), { ...columns, dealy: ['x', 'y'] }, { schema: flights }),
    ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });

    // A batch that was read can be written unchanged.
    const copied = await createParquetWriter(memorySink(), { schema: flights });
    const file = await openParquet(sink.bytes);
    for await (const batch of file.columnBatches()) await copied.write(batch);
    for await (const batch of file.columnBatches<ColumnBatchOf<typeof flights>>()) await copied.write(batch);
    expect(copied.rowCount).toBe(4);
    await copied.finish();
  });
});
