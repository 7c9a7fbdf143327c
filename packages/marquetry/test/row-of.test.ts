/**
 * Tests that the row types that the compiler infers match the rows that are read.
 */

import { type Interval, memorySink, openParquet, type RowOf, readParquet, writeParquet } from 'marquetry';
import { expect, expectTypeOf, test } from 'vitest';
import { everyValue, schema } from './every-type.js';

/** The fields that have the same type in all three forms of values. */
interface Same {
  boolean: boolean;
  int8: number;
  uint32: number;
  int32: number | null;
  string: string;
  enum: string;
  json: string;
  uuid: string;
  decimal: string;
  interval: Interval;
  nothing: null;
  repeated: number[];
}
interface Stored {
  bytes: Uint8Array;
  fixed: Uint8Array;
  bson: Uint8Array;
  geometry: Uint8Array;
  geography: Uint8Array;
  variant: unknown;
  float: number;
  float16: number;
  int64: bigint | null;
  uint64: bigint;
}
interface Lossless extends Same, Stored {
  int96: bigint;
  date: number | null;
  millis: number;
  micros: bigint;
  at: bigint;
  list: (number | null)[] | null;
  map: [string, bigint][];
  group: { at: bigint; tags: string[] };
}
interface Plain extends Same, Stored {
  int96: Date;
  date: Date | null;
  millis: string;
  micros: string;
  at: Date;
  list: (Date | null)[] | null;
  map: Map<string, bigint>;
  group: { at: Date; tags: string[] };
}
type JsonNumber = number | 'NaN' | 'Infinity' | '-Infinity';
interface Json extends Same {
  bytes: string;
  fixed: string;
  bson: string;
  geometry: string;
  geography: string;
  variant: unknown;
  float: JsonNumber;
  float16: JsonNumber;
  int64: string | null;
  uint64: string;
  int96: string;
  date: string | null;
  millis: string;
  micros: string;
  at: string;
  list: (string | null)[] | null;
  map: [string, string][];
  group: { at: string; tags: string[] };
}

const row: Lossless = everyValue;

test('RowOf infers the row type from a schema created with defineSchema', async () => {
  expectTypeOf<RowOf<typeof schema, 'lossless'>>().toEqualTypeOf<{ [Name in keyof Lossless]: Lossless[Name] }>();
  expectTypeOf<RowOf<typeof schema, 'plain'>>().toEqualTypeOf<RowOf<typeof schema>>();
  expectTypeOf<RowOf<typeof schema>>().toEqualTypeOf<{ [Name in keyof Plain]: Plain[Name] }>();
  expectTypeOf<RowOf<typeof schema, 'json'>>().toEqualTypeOf<{ [Name in keyof Json]: Json[Name] }>();

  const sink = memorySink();
  await writeParquet(sink, [row], { schema });
  const [lossless] = await readParquet<RowOf<typeof schema, 'lossless'>>(sink.bytes, { values: 'lossless' });
  expect(lossless).toEqual(row);
  const [plain] = await readParquet<RowOf<typeof schema>>(sink.bytes);
  const at: Date | undefined = plain?.group.at;
  expect(at).toEqual(new Date(0));
  expect(plain).toMatchObject({ int96: new Date(0), date: new Date(86_400_000), micros: '00:00:00.001000Z' });
  const [json] = await readParquet<RowOf<typeof schema, 'json'>>(sink.bytes, { values: 'json' });
  const long: string | null | undefined = json?.int64;
  expect(long).toBe('3');
});

test('rows<T>() yields the rows of an open file with the type T', async () => {
  const sink = memorySink();
  await writeParquet(sink, [row], { schema });
  const file = await openParquet(sink.bytes);
  for await (const { int64 } of file.rows<RowOf<typeof schema>>()) {
    expectTypeOf(int64).toEqualTypeOf<bigint | null>();
    expect(int64).toBe(3n);
  }
  for await (const { int64 } of file.rows()) expectTypeOf(int64).toEqualTypeOf<unknown>();
});
