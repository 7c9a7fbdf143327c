/** Tests reading files as tables: batches, schemas, and dictionaries that differ between chunks. */
import { createLimits, EncodingId, PhysicalType } from '@marquetry/core';
import { bytesSource, memorySink, openFile, type ParquetFile } from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import type { SchemaElement } from '@marquetry/metadata';
import { createSchema, defineSchema } from '@marquetry/schema';
import { errorOf } from '@marquetry/test-support/errors.js';
import { buildFile } from '@marquetry/test-support/files.js';
import { standardEncodings } from '@marquetry/test-support/standard.js';
import { DataType, Field, Int32, Schema, type Table, tableFromIPC, tableToIPC } from 'apache-arrow';
import { describe, expect, test } from 'vitest';
import { arrowSchema, arrowVector, readArrow, toArrow } from '../src/index.js';
import { bitmapOf, bytesValues, fileOf, leafColumn } from './columns.js';

const names = defineSchema({ id: 'INT32', name: { type: 'STRING', optional: true } });
const dictionaries = { encoding: EncodingId.RLE_DICTIONARY };

/** Returns a file with a column of the given names. Each row group has its own dictionary. */
async function namesFile(...groups: readonly (readonly (string | null)[])[]): Promise<ParquetFile> {
  let next = 0;
  const rowGroups = groups.map((name) => ({ id: Int32Array.from(name, () => next++), name }));
  return fileOf(names, rowGroups, { columns: { name: dictionaries, id: { encoding: EncodingId.PLAIN } } });
}

function column(table: Table, name: string): unknown[] {
  return [...(table.getChild(name) ?? [])];
}

test('toArrow throws LIMIT if the table exceeds resultBytes; readArrow still yields its batches', async () => {
  const sink = memorySink();
  const writer = createFileWriter(sink, {
    schema: names,
    encodings: standardEncodings,
    rowGroupRows: 1000,
    columns: { name: dictionaries },
  });
  const rows = 5000;
  await writer.write({
    id: Int32Array.from({ length: rows }, (_, i) => i),
    name: Array.from({ length: rows }, () => 'one name'),
  });
  await writer.finish();
  const open = (resultBytes: number): Promise<ParquetFile> =>
    openFile(bytesSource(sink.bytes), { encodings: standardEncodings, limits: createLimits({ resultBytes }) });
  // Each id and each index takes 4 bytes. Each of the five batches, with its two columns and its dictionary, counts as
  // four objects of 2 KiB.
  const objects = 2048 * 5 * 4;
  expect((await toArrow(await open(8 * rows + objects + 1000))).numRows).toBe(rows);
  const error = await errorOf(async () => toArrow(await open(8 * rows + objects - 1)));
  expect(error.code).toBe('LIMIT');
  expect(error.message).toContain('resultBytes');
  let read = 0;
  for await (const batch of readArrow(await open(1))) read += batch.numRows;
  expect(read).toBe(rows);
});

test('all batches that readArrow yields share one schema object', async () => {
  const sink = memorySink();
  const writer = createFileWriter(sink, { schema: names, encodings: standardEncodings, rowGroupRows: 2 });
  await writer.write({ id: Int32Array.of(1, 2, 3, 4, 5), name: ['a', 'b', 'c', 'd', 'e'] });
  await writer.finish();
  const file = await openFile(bytesSource(sink.bytes), { encodings: standardEncodings });
  const schemas = new Set<unknown>();
  for await (const { schema } of readArrow(file)) schemas.add(schema);
  expect(schemas.size).toBe(1);
  const table = await toArrow(file);
  expect(new Set(table.batches.map(({ schema }) => schema))).toEqual(new Set([table.schema]));
  expect(String(table.schema)).toBe(String(arrowSchema(file)));
  // With fields of another schema, `assign` behaves as in apache-arrow.
  expect(table.schema.assign(new Schema([new Field('more', new Int32())])).names).toEqual(['id', 'name', 'more']);
  expect(table.schema.assign(table.schema.fields)).toBe(table.schema);
});

test('a file with rows but no columns throws UNSUPPORTED, because a table without columns cannot have rows', async () => {
  const schema = [{ name: 'schema', numChildren: 0 }];
  const file = (rows: number): Promise<ParquetFile> =>
    openFile(bytesSource(buildFile({ schema, rowGroups: [{ columns: [], numRows: rows }] })), {
      encodings: standardEncodings,
    });
  const error = await errorOf(async () => toArrow(await file(5)));
  expect([error.code, error.reason]).toEqual([
    'UNSUPPORTED',
    'the file has 5 rows but no columns, and a table without columns cannot have rows',
  ]);
  expect((await toArrow(await file(0))).numRows).toBe(0);
});

test('toArrow rejects an unknown option, and suggests the right one', async () => {
  const file = await namesFile(['a']);
  for (const read of [
    () => toArrow(file, { colums: ['id'] } as never),
    () => readArrow(file, { colums: [] } as never).next(),
  ]) {
    const error = await errorOf(async () => read());
    expect([error.code, error.reason]).toEqual([
      'INVALID_ARGUMENT',
      expect.stringContaining('did you mean `columns`?'),
    ]);
  }
  expect((await toArrow(file, { columns: ['id'], physical: () => true })).numRows).toBe(1);
});

describe('reading dictionary-encoded columns', () => {
  test('each value is looked up in the dictionary of its row group', async () => {
    const file = await namesFile(['b', 'a', 'b', null], ['c', 'a', null, 'c']);
    const table = await toArrow(file);
    expect(DataType.isDictionary(table.schema.fields[1]?.type)).toBe(true);
    expect(column(table, 'name')).toEqual(['b', 'a', 'b', null, 'c', 'a', null, 'c']);
    const [first, second] = table.getChild('name')?.data ?? [];
    expect([...(first?.dictionary ?? [])]).toEqual(['b', 'a']);
    expect([...(second?.dictionary ?? [])]).toEqual(['c', 'a']);
    expect(column(tableFromIPC(tableToIPC(table, 'stream')), 'name')).toEqual(column(table, 'name'));
  });

  test('all batches of a row group have the same dictionary vector, so that each string is decoded once', async () => {
    const file = await namesFile(['b', 'a', 'b', 'a', 'b']);
    const vectors = [];
    for await (const batch of readArrow(file, { batchRows: 2 })) vectors.push(batch.data.children[1]?.dictionary);
    expect(vectors.length).toBe(3);
    expect(vectors[1]).toBe(vectors[0]);
    expect(vectors[2]).toBe(vectors[0]);
    expect(vectors[0]?.isMemoized).toBe(true);
  });

  test('toArrow with decodeDictionaries returns plain values instead of Dictionary vectors, for all columns or for selected columns', async () => {
    const file = await namesFile(['b', 'a', null], ['c', 'c', 'a']);
    for (const flat of [true, () => true]) {
      const table = await toArrow(file, { decodeDictionaries: flat });
      expect(String(table.schema.fields[1]?.type)).toBe('Utf8');
      expect(column(table, 'name')).toEqual(['b', 'a', null, 'c', 'c', 'a']);
    }
    const table = await toArrow(file, { decodeDictionaries: ({ name }) => name === 'id' });
    expect(DataType.isDictionary(table.schema.fields[1]?.type)).toBe(true);
    // Arrow's file format allows only one dictionary per column.
    expect(() => tableToIPC(table, 'file')).toThrow('replacement dictionaries');
    const flat = await toArrow(file, { decodeDictionaries: true });
    expect(column(tableFromIPC(tableToIPC(flat, 'file')), 'name')).toEqual(column(flat, 'name'));
  });

  test('toArrow returns plain values if the column has no dictionary in one row group', async () => {
    const one = await namesFile(['a', 'a', 'b']);
    const other = await fileOf(names, [{ id: Int32Array.of(3, 4), name: ['c', 'd'] }], {
      columns: { name: { encoding: EncodingId.PLAIN } },
    });
    const sink = memorySink();
    const writer = createFileWriter(sink, { schema: names, encodings: standardEncodings });
    for (const file of [one, other]) await writer.copyRowGroup(file, 0);
    await writer.finish();
    const both = await openFile(bytesSource(sink.bytes), { encodings: standardEncodings });
    const table = await toArrow(both);
    expect(String(table.schema.fields[1]?.type)).toBe('Utf8');
    expect(column(table, 'name')).toEqual(['a', 'a', 'b', 'c', 'd']);
  });

  test("if only some pages of a chunk use its dictionary, the vector's dictionary has all values of the chunk; a chunk of nulls has an empty dictionary", async () => {
    const dictionary = await toArrow(await namesFile(['a', 'b'], [null, null], ['c', 'c']));
    expect(DataType.isDictionary(dictionary.schema.fields[1]?.type)).toBe(true);
    expect(column(dictionary, 'name')).toEqual(['a', 'b', null, null, 'c', 'c']);
    const file = await namesFile(['a', 'b', null]);
    // The footer wrongly states that all pages are dictionary-encoded.
    const lying: ParquetFile = {
      ...file,
      leafBatches: (options) => file.leafBatches({ ...options, decodeDictionaries: true }),
    };
    const table = await toArrow(lying);
    expect(DataType.isDictionary(table.schema.fields[1]?.type)).toBe(true);
    expect(column(table, 'name')).toEqual(['a', 'b', null]);
  });

  test('a Dictionary vector may have an empty dictionary if all its rows are null', () => {
    const values = {
      layout: 'dictionary',
      type: PhysicalType.BYTE_ARRAY,
      length: 2,
      indices: new Int32Array(2),
      dictionary: bytesValues(),
    } as const;
    const vector = arrowVector(leafColumn({ type: 'STRING', optional: true }, values, bitmapOf('00')));
    expect([...vector]).toEqual([null, null]);
  });

  test('columns of extension types do not become Dictionary vectors, because Arrow readers expect plain values', async () => {
    const schema = defineSchema({
      id: 'UUID',
      json: 'JSON',
      nested: { fields: { shape: 'GEOMETRY', name: 'STRING' } },
    });
    const four = (text: string): string[] => Array.from({ length: 4 }, () => text);
    const columns = {
      id: new Uint8Array(64),
      json: four('1'),
      'nested.shape': bytesValues(...four('78')),
      'nested.name': bytesValues(...four('79')),
    };
    const file = await fileOf(schema, [columns], {
      columns: { id: dictionaries, json: dictionaries, 'nested.shape': dictionaries, 'nested.name': dictionaries },
    });
    expect(arrowSchema(file).fields.map(({ type }) => String(type))).toEqual([
      'FixedSizeBinary[16]',
      'Utf8',
      'Struct<{shape:Binary, name:Dictionary<Int32, Utf8>}>',
    ]);
  });

  test('toArrow converts the entries of a dictionary once, not once per batch', async () => {
    const schema = defineSchema({ price: { type: 'DECIMAL', precision: 20, scale: 2 } });
    const bytes = Uint8Array.from({ length: 27 }, (_, i) => (i % 9 === 8 ? (i % 2) + 5 : 0));
    const file = await fileOf(schema, [{ price: bytes }], { columns: { price: dictionaries } });
    const table = await toArrow(file);
    const [data] = table.getChild('price')?.data ?? [];
    expect(data?.dictionary?.length).toBe(2);
    expect(column(table, 'price').map(String)).toEqual(['5', '6', '5']);
  });
});

describe('reading tables', () => {
  test('a table contains only the selected rows, columns and row groups', async () => {
    const file = await namesFile(['a', 'b', 'c'], ['d', 'e', 'f']);
    expect(column(await toArrow(file, { columns: ['id'] }), 'id')).toEqual([0, 1, 2, 3, 4, 5]);
    expect((await toArrow(file, { columns: ['id'] })).schema.fields.length).toBe(1);
    expect(column(await toArrow(file, { offset: 2, limit: 2 }), 'name')).toEqual(['c', 'd']);
    expect(column(await toArrow(file, { rowGroups: [1] }), 'id')).toEqual([3, 4, 5]);
    const error = await errorOf(() => toArrow(file, { columns: ['nope'] }));
    expect(error.code).toBe('INVALID_ARGUMENT');
  });

  test('a table has one batch per row group, or batches of the given number of rows, all with one schema', async () => {
    const file = await namesFile(['a', 'b', 'c'], ['d', 'e', 'f']);
    const rows = async (batchRows?: number): Promise<number[]> => {
      const counts: number[] = [];
      for await (const { numRows } of readArrow(file, batchRows === undefined ? {} : { batchRows }))
        counts.push(numRows);
      return counts;
    };
    expect(await rows()).toEqual([3, 3]);
    expect(await rows(2)).toEqual([2, 1, 2, 1]);
    const table = await toArrow(file, { batchRows: 2 });
    expect(new Set(table.batches.map(({ schema }) => schema.fields[1]?.type)).size).toBe(1);
  });

  test('a table has a schema even if the file has no rows', async () => {
    const file = await fileOf(names, []);
    const table = await toArrow(file);
    expect([table.numRows, String(table.schema)]).toEqual([0, 'Schema<{ 0: id: Int32, 1: name: Utf8 }>']);
    expect(tableFromIPC(tableToIPC(table)).schema.fields.length).toBe(2);
  });

  test('a table has the metadata of the file, except ARROW:schema', async () => {
    const file = await fileOf(names, [], { keyValueMetadata: { a: 'b', 'ARROW:schema': 'AAAA' } });
    expect([...arrowSchema(file).metadata]).toEqual([['a', 'b']]);
  });

  test('two columns with the same name cannot be in one table, but each can be read alone', async () => {
    const elements: readonly SchemaElement[] = [
      { name: 'root', numChildren: 2 },
      { name: 'a', repetitionType: 0, type: PhysicalType.INT32 },
      { name: 'a', repetitionType: 0, type: PhysicalType.INT64 },
    ];
    const file = await fileOf(defineSchema({ a: 'INT32', b: 'INT64' }), [
      { a: Int32Array.of(1), b: BigInt64Array.of(2n) },
    ]);
    const schema = createSchema(elements);
    const twice: ParquetFile = { ...file, schema };
    const error = await errorOf(() => toArrow(twice));
    expect([error.code, error.at.column]).toEqual(['UNSUPPORTED', 'a']);
    const columns = schema.leaves.slice(1);
    expect(String(arrowSchema(twice, { columns }))).toBe('Schema<{ 0: a: Int64 }>');
  });

  test('row numbers in errors count from the first row that is read', async () => {
    const schema = defineSchema({ at: 'INT96' });
    const early = new Uint8Array(24);
    const epoch = Uint8Array.from({ length: 24 }, (_, i) => [0x8c, 0x3d, 0x25, 0][(i % 12) - 8] ?? 0);
    const plain = { columns: { at: { encoding: EncodingId.PLAIN } } };
    const file = await fileOf(schema, [{ at: epoch }, { at: early }], plain);
    const error = await errorOf(() => toArrow(file, { offset: 1 }));
    expect([error.code, error.at.column, error.reason.slice(0, 6)]).toEqual(['LIMIT', 'at', 'row 1:']);
    const indexed = await fileOf(schema, [{ at: epoch }, { at: early }], { columns: { at: dictionaries } });
    expect((await errorOf(() => toArrow(indexed))).reason.slice(0, 6)).toBe('row 2:');
  });

  test('toArrow throws CORRUPT for a map with a null key', async () => {
    // The keys of this map are optional. The specification forbids this, but some writers do it.
    const elements: readonly SchemaElement[] = [
      { name: 'root', numChildren: 1 },
      { name: 'm', repetitionType: 0, numChildren: 1, logicalType: { kind: 'MAP' } },
      { name: 'key_value', repetitionType: 2, numChildren: 2 },
      { name: 'key', repetitionType: 1, type: PhysicalType.INT32 },
      { name: 'value', repetitionType: 0, type: PhysicalType.INT32 },
    ];
    const write = (...definition: number[]): Promise<ParquetFile> => {
      const values = Int32Array.from(definition.filter((level) => level === 2));
      const nulls = {
        kind: 'levels',
        definition: Uint8Array.from(definition),
        repetition: Uint8Array.of(0, 0),
        nullCount: 2 - values.length,
      } as const;
      const entries = { ...nulls, definition: Uint8Array.of(1, 1), nullCount: 0 };
      return fileOf(createSchema(elements), [
        { 'm.key_value.key': { values, nulls }, 'm.key_value.value': { values: Int32Array.of(5, 6), nulls: entries } },
      ]);
    };
    const table = await toArrow(await write(2, 2), { decodeDictionaries: true });
    expect(String(table.schema.fields[0]?.type)).toBe('Map<{key:Int32, value:Int32}>');
    expect(table.schema.fields[0]?.type.children[0].type.children[0].nullable).toBe(false);
    const error = await errorOf(async () => toArrow(await write(2, 1)));
    expect([error.code, error.reason, error.at.column]).toEqual([
      'CORRUPT',
      'row 1: a map has a null key',
      'm.key_value.key',
    ]);
  });
});
