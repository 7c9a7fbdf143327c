/**
 * Tests which types the Arrow schema stored in a file restores, and that a wrong or corrupt stored schema does not
 * change values.
 */
import { isParquetError, type ParquetError } from '@marquetry/core';
import { bytesSource, memorySink, openFile } from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import { fullOr } from '@marquetry/test-support/full.js';
import { standardEncodings } from '@marquetry/test-support/standard.js';
import {
  Schema as ArrowSchema,
  type DataType,
  Dictionary,
  DurationMicrosecond,
  DurationNanosecond,
  Field,
  FixedSizeList,
  Float16,
  Int32,
  Int64,
  LargeBinary,
  LargeUtf8,
  List,
  Struct,
  Table,
  TimestampMicrosecond,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { schemaFromArrow, toArrow, writeArrow } from '../src/index.js';

const key = 'ARROW:schema';
const lists = new FixedSizeList(2, new Field('item', new Int32(), true));
const struct = new Struct([
  new Field('took', new DurationNanosecond(), true),
  new Field('text', new LargeUtf8(), true),
]);

/** A table whose columns have types that Parquet does not have. */
const columns: Readonly<Record<string, readonly [DataType, readonly unknown[]]>> = {
  took: [new DurationMicrosecond(), [5n, null, -7n]],
  at: [new TimestampMicrosecond('Europe/Berlin'), [1_000_000, null, 2_000_000]],
  text: [new LargeUtf8(), ['a', null, 'bee']],
  raw: [new LargeBinary(), [Uint8Array.of(1), null, Uint8Array.of()]],
  pairs: [lists, [[1, 2], null, [3, null]]],
  rows: [struct, [{ took: 1n, text: 'x' }, { took: null, text: null }, null]],
  nested: [new List(new Field('item', struct, true)), [[{ took: 9n, text: 'y' }], [], null]],
  category: [new Dictionary(new Utf8(), new Int32(), 7), ['a', 'b', 'a']],
};

const table = new Table(
  new ArrowSchema(
    Object.entries(columns).map(([name, [type]]) => new Field(name, type, true, new Map([['note', name]]))),
    new Map([['owner', 'us']]),
  ),
  Object.fromEntries(
    Object.entries(columns).map(([name, [type, values]]) => [name, vectorFromArray(values, type)]),
  ) as never,
);

async function written(from: Table, stored?: string): Promise<Uint8Array> {
  const sink = memorySink();
  const keyValueMetadata = stored === undefined ? {} : { keyValueMetadata: { [key]: stored } };
  const writer = await createFileWriter(sink, {
    ...{ schema: schemaFromArrow(from.schema), encodings: standardEncodings, ...keyValueMetadata },
  });
  await writeArrow(writer, from);
  await writer.finish();
  return sink.bytes;
}

const open = (bytes: Uint8Array) => openFile(bytesSource(bytes), { encodings: standardEncodings });
const storedIn = async (bytes: Uint8Array): Promise<string> =>
  (await open(bytes)).metadata.keyValueMetadata?.find((each) => each.key === key)?.value ?? '';
const typesOf = ({ schema }: Table): string[] => schema.fields.map(({ name, type }) => `${name}: ${type}`);
const valuesOf = (from: Table): string =>
  JSON.stringify(from.toArray(), (_, value) => (typeof value === 'bigint' ? `${value}n` : value));

/** Writes a table with a stored Arrow schema that has the given fields instead of the fields of the table. Returns the file. */
async function lying(from: Table, fields: readonly Field[]): Promise<Uint8Array> {
  const { keyValueMetadata } = schemaFromArrow(new ArrowSchema([...fields]));
  return written(from, keyValueMetadata?.[key]);
}

describe('reading a table that was written with its Arrow schema', () => {
  test('a table is read with the types, values and metadata that it had when it was written', async () => {
    const again = await toArrow(await open(await written(table)), { decodeDictionaries: true });
    const types = typesOf(table);
    expect(typesOf(again).slice(0, 7)).toEqual(types.slice(0, 7));
    expect(valuesOf(again)).toBe(valuesOf(table));
    expect(again.schema.metadata.get('owner')).toBe('us');
    expect(again.schema.fields.map(({ name, metadata }) => metadata.get('note') === name)).not.toContain(false);
  });

  test('a table whose columns were read as Dictionary vectors is written again with plain types', async () => {
    const texts = Array.from({ length: 300 }, (_, i) => `entry ${i % 3}`);
    const first = new Table({ text: vectorFromArray(texts, new LargeUtf8()) });
    const once = await toArrow(await open(await written(first)));
    expect(typesOf(once)).toEqual(['text: Dictionary<Int32, LargeUtf8>']);
    const twice = await toArrow(await open(await written(once)), { arrowSchema: 'check', decodeDictionaries: true });
    expect(typesOf(twice)).toEqual(typesOf(first));
    expect(valuesOf(twice)).toBe(valuesOf(first));
  });

  test("Arrow types are not restored if `arrowSchema` is 'ignore', and not stored if `store` is false", async () => {
    const plain = await toArrow(await open(await written(table)), { arrowSchema: 'ignore', decodeDictionaries: true });
    expect(typesOf(plain).slice(0, 4)).toEqual([
      'took: Int64',
      'at: Timestamp<MICROSECOND, UTC>',
      'text: Utf8',
      'raw: Binary',
    ]);
    expect(schemaFromArrow(table.schema, { store: false }).keyValueMetadata).toBeUndefined();
  });

  test('a Dictionary of FLOAT16 values is read as plain FLOAT16 values, and `check` accepts its ARROW:schema', async () => {
    const halves = new Dictionary(new Float16(), new Int32());
    const bytes = await written(new Table({ a: vectorFromArray([1, 2, 1], halves) }));
    const [type] = typesOf(await toArrow(await open(bytes), { arrowSchema: 'check', decodeDictionaries: true }));
    expect(type).toBe('a: Float16');
  });
});

describe('reading a file whose ARROW:schema contradicts the Parquet schema', () => {
  const numbers = new Table({
    a: vectorFromArray([1n, 2n, 3n], new Int64()),
    b: vectorFromArray(['x', 'y', null], new Utf8()),
  });

  test.each<[string, readonly Field[]]>([
    ['other types', [new Field('a', new Utf8(), true), new Field('b', new Int32(), true)]],
    [
      'a dictionary of a list',
      [new Field('a', new List(new Field('item', new Int64())), true), new Field('b', struct, true)],
    ],
    ['other names', [new Field('c', new Int64(), true), new Field('d', new Utf8(), true)]],
    ['fewer columns', [new Field('a', new Int64(), true)]],
  ])('a stored schema with %s changes nothing, and throws CORRUPT with `check`', async (_, fields) => {
    const file = await open(await lying(numbers, fields));
    const plain = await toArrow(file, { arrowSchema: 'ignore' });
    const used = await toArrow(file);
    expect([typesOf(used), valuesOf(used)]).toEqual([typesOf(plain), valuesOf(numbers)]);
    const error = await toArrow(file, { arrowSchema: 'check' }).catch((thrown: unknown) => thrown as ParquetError);
    expect(error).toMatchObject({ code: 'CORRUPT', at: { column: expect.any(String) } });
  });

  test('if ARROW:schema has the wrong length for fixed-size lists, toArrow still returns the values, but throws CORRUPT with `check`', async () => {
    const from = new Table({
      a: vectorFromArray(
        [
          [1, 2],
          [3, 4],
        ],
        lists,
      ),
    });
    const three = new FixedSizeList(3, new Field('item', new Int32(), true));
    const file = await open(await lying(from, [new Field('a', three, true)]));
    expect(valuesOf(await toArrow(file))).toBe(valuesOf(from));
    const error = await toArrow(file, { arrowSchema: 'check' }).catch((thrown: unknown) => thrown as ParquetError);
    expect(error).toMatchObject({ code: 'CORRUPT', at: { column: 'a' } });
  });

  test('toArrow rejects an unknown value of the option arrowSchema', async () => {
    const file = await open(await written(numbers));
    const wrong = { arrowSchema: 'no' } as unknown as { arrowSchema: 'use' };
    await expect(toArrow(file, wrong)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});

describe('reading a file whose ARROW:schema is corrupt', () => {
  test.each(['', 'no base64!', 'AAAA', btoa('\xff\xff\xff\xff\x10\0\0\0')])(
    'the stored text %j is ignored, and throws CORRUPT with `check`',
    async (text) => {
      const file = await open(await written(table, text));
      expect(valuesOf(await toArrow(file))).toBe(valuesOf(table));
      await expect(toArrow(file, { arrowSchema: 'check' })).rejects.toMatchObject({ code: 'CORRUPT' });
    },
  );

  test('if the stored schema is corrupt, toArrow returns the correct values or throws a ParquetError', {
    timeout: 120_000,
  }, async () => {
    const whole = atob(await storedIn(await written(table)));
    const values = valuesOf(table);
    const at = fc.nat(whole.length - 1);
    const change = fc.record({
      at,
      byte: fc.nat(255),
      cut: fc.option(at, { freq: 4 }),
      copy: fc.option(at, { freq: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const bytes = Array.from(whole);
        for (const { at: place, byte, cut, copy } of changes) {
          bytes[place] = String.fromCharCode(byte);
          if (copy !== null) bytes.copyWithin(place, copy, copy + 16);
          if (cut !== null) bytes.length = Math.max(1, Math.min(bytes.length, cut));
        }
        const file = await open(await written(table, btoa(bytes.map((c) => c ?? '\0').join(''))));
        for (const arrowSchema of ['use', 'check'] as const) {
          try {
            const found = await toArrow(file, { arrowSchema });
            // A wrong schema may change units and names of time zones without contradicting the file. So values are
            // compared only if the types are equal.
            if (typesOf(found).join() === typesOf(await toArrow(await open(await written(table)))).join())
              expect(valuesOf(found)).toBe(values);
            expect(found.numRows).toBe(table.numRows);
          } catch (error) {
            if (!isParquetError(error) || arrowSchema === 'use') throw error;
          }
        }
      }),
      { numRuns: fullOr(2000, 100) },
    );
  });
});
