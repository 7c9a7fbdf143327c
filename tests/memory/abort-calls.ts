/**
 * Every call that takes a signal, on inputs that take seconds, from every kind of source.
 */
import { openAsBlob, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { readArrow, toArrow, writeArrow } from '@marquetry/arrow';
import type { NestedColumn } from '@marquetry/column';
import { CodecId, EncodingId, PhysicalType, type Values } from '@marquetry/core';
import { createWorkerPool } from '@marquetry/parallel';
import { fieldsOf, formatPath } from '@marquetry/schema';
import { makeData, Table, tableFromArrays, Utf8, Vector } from 'apache-arrow';
import {
  type ColumnInput,
  createParquetWriter,
  defineSchema,
  memorySink,
  openParquet,
  type Parquet,
  type ParquetWriterOptions,
  type SourceInput,
  writeParquet,
} from 'marquetry';

export interface AbortCase {
  readonly name: string;
  run(signal: AbortSignal): Promise<unknown>;
}

async function drain(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items);
}

function firstLeaf({ schema }: Parquet): Parquet['schema']['leaves'][number] {
  const [leaf] = schema.leaves;
  if (leaf === undefined) throw new Error('a file without columns');
  return leaf;
}

/** All columns, decoded and written again, a row group at a time. */
async function rewrite(file: Parquet, signal: AbortSignal): Promise<void> {
  const { schema } = file;
  const writer = createParquetWriter(memorySink(), { schema, signal });
  for (const rowGroup of file.metadata.rowGroups.keys()) {
    const columns = schema.leaves.map((leaf) => [
      formatPath(leaf.path),
      file.column(leaf, { rowGroups: [rowGroup], signal }),
    ]);
    await writer.writeRowGroup(Object.fromEntries(columns));
  }
  await writer.finish();
}

type Read = (file: Parquet, signal: AbortSignal) => Promise<unknown>;

const reads: Readonly<Record<string, Read>> = {
  rows: (file, signal) => drain(file.rows({ signal })),
  rowBatches: (file, signal) => drain(file.rowBatches({ signal })),
  columns: (file, signal) => drain(file.columns({ signal })),
  batches: (file, signal) => drain(file.batches({ signal })),
  'columns of few rows': (file, signal) => drain(file.columns({ signal, batchRows: 1000 })),
  column: (file, signal) => drain(file.column(firstLeaf(file), { signal })),
  'columns as they lie in rows': (file, signal) => drain(file.columns({ signal, spaced: true })),
  'columns without dictionaries': (file, signal) => drain(file.columns({ signal, flat: true })),
  'columns of many rows': (file, signal) => drain(file.columns({ signal, batchRows: 3_000_001 })),
  'rowBatches of many rows': (file, signal) => drain(file.rowBatches({ signal, batchRows: 1_000_000 })),
  nested: (file, signal) => drain(file.nested({ signal })),
  readArrow: (file, signal) => drain(readArrow(file, { signal })),
  'readArrow without dictionaries': (file, signal) => drain(readArrow(file, { signal, flat: true })),
  toArrow: (file, signal) => toArrow(file, { signal }),
  pages: (file, signal) => drain(file.pages({ rowGroup: 0, column: firstLeaf(file) }, signal)),
  openPages: (file, signal) => drain(file.openPages({ rowGroup: 0, column: firstLeaf(file) }, signal)),
  rewriting: (file, signal) => rewrite(file, signal),
  'last row': (file, signal) => drain(file.rows({ offset: file.rowCount - 1, signal })),
};

export const sourceKinds = ['memory', 'Blob', 'disk', 'HTTP'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** A file in memory, and as all other kinds of source. `close` ends the server. */
export async function openSources(
  bytes: Uint8Array,
  folder: string,
  name: string,
): Promise<{ readonly inputs: Readonly<Record<SourceKind, SourceInput>>; close(): void }> {
  const path = join(folder, `${name}.parquet`);
  writeFileSync(path, bytes);
  const server = createServer((request, response) => {
    const [, from = '0', to = ''] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? [];
    const last = Math.min(to === '' ? Number.POSITIVE_INFINITY : Number(to), bytes.length - 1);
    response.writeHead(206, { 'Content-Range': `bytes ${from}-${last}/${bytes.length}`, ETag: '"1"' });
    response.end(bytes.subarray(Number(from), last + 1));
  });
  const url = await listen(server);
  return {
    inputs: { memory: bytes, Blob: await openAsBlob(path), disk: path, HTTP: url },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/file`));
  });
}

/** Opens the input, then makes each call. */
export function readingCases(file: string, kind: SourceKind, input: SourceInput): AbortCase[] {
  return Object.entries(reads).map(([name, read]) => ({
    name: `${name}, ${file}, ${kind}`,
    run: async (signal) => read(await openParquet(input, { signal }), signal),
  }));
}

/** Reads whose batches are decoded in workers, each of which runs `module`. The pool is closed at the end. */
export function parallelCases(file: string, bytes: Uint8Array, module: string): AbortCase[] {
  const names = ['rows', 'rowBatches', 'columns', 'columns of few rows', 'nested', 'readArrow', 'toArrow'] as const;
  return names.map((name) => ({
    name: `${name} in workers, ${file}`,
    run: async (signal) => {
      const pool = createWorkerPool({ workers: 2, worker: () => new Worker(module) });
      try {
        await reads[name]?.(await openParquet(bytes, { signal, parallel: pool }), signal);
      } finally {
        pool.close();
      }
    },
  }));
}

const rowCount = 5_000_000;

/** `count` rows, none of which has to be waited for. */
function* rowsOf(count: number): Generator<Record<string, unknown>> {
  for (let i = 0; i < count; i++) yield { id: BigInt(i), city: `city ${i % 1000}`, tags: ['a', 'b'] };
}

const schema = defineSchema({ id: 'INT64', value: 'DOUBLE', city: 'STRING' });
const rowSchema = defineSchema({ id: 'INT64', city: 'STRING', tags: { list: 'STRING' } });

/** Calls of a writer, each until the file is finished. Columns and tables are made once, before the calls. */
export async function writingCases(): Promise<AbortCase[]> {
  const id = new BigInt64Array(rowCount);
  const value = new Float64Array(rowCount);
  const city: string[] = new Array(rowCount);
  for (let i = 0; i < rowCount; i++) {
    id[i] = BigInt(i * 7919);
    value[i] = i / 3;
    city[i] = `city ${i}`;
  }
  const columns = { id, value, city };
  const rows = [...rowsOf(1_000_000)];
  const table = tableFromArrays({ id, value });
  const arrowSchema = defineSchema({ id: 'INT64', value: 'DOUBLE' });
  const sink = memorySink();
  await writeParquet(sink, { id, value }, { schema: arrowSchema, codec: CodecId.UNCOMPRESSED });
  const file = await openParquet(sink.bytes);
  const nested = await nestedLists();
  const texts = wideDictionary();
  const writer = (signal: AbortSignal, more: Partial<ParquetWriterOptions> = {}) =>
    createParquetWriter(memorySink(), { schema, signal, ...more });
  const writing =
    (write: (to: Writer, signal: AbortSignal) => Promise<unknown>, more: Partial<ParquetWriterOptions> = {}) =>
    async (signal: AbortSignal) =>
      finish(writer(signal, more), (to) => write(to, signal));
  const numbers = { schema: arrowSchema };
  const cases: Readonly<Record<string, AbortCase['run']>> = {
    write: writing((to) => to.write(columns)),
    'write with Bloom filters': writing((to) => to.write(columns), { bloomFilter: true, rowGroupRows: rowCount }),
    'write of large pages': writing((to) => to.write(columns), { pageBytes: 2 ** 23, pageRows: 2 ** 20 }),
    'write of deltas': writing((to) => to.write({ id, value }), {
      ...numbers,
      columns: { id: { encoding: EncodingId.DELTA_BINARY_PACKED }, value: { encoding: EncodingId.BYTE_STREAM_SPLIT } },
    }),
    'write in BROTLI': writing((to) => to.write(columns), { codec: CodecId.BROTLI }),
    'write of nulls between values': writing((to) => to.write({ id: spacedValues() }), {
      schema: defineSchema({ id: { type: 'INT64', optional: true } }),
    }),
    'write of a large dictionary': writing((to) => to.write({ c: texts }), { schema: defineSchema({ c: 'STRING' }) }),
    'write of many nested values': writing(async (to) => to.writeNested(nested), { schema: nestedSchema }),
    writeRowGroup: writing((to) => to.writeRowGroup(columns)),
    'writeRowGroup with Bloom filters': writing((to) => to.writeRowGroup(columns), { bloomFilter: true }),
    'writeRowGroup of nulls between values': writing((to) => to.writeRowGroup({ id: spacedValues() }), {
      schema: defineSchema({ id: { type: 'INT64', optional: true } }),
    }),
    'writeRowGroup of a large dictionary': writing((to) => to.writeRowGroup({ c: texts }), {
      schema: defineSchema({ c: 'STRING' }),
    }),
    'copyRowGroup again and again': writing(async (to) => {
      for (let i = 0; i < 1000; i++) await to.copyRowGroup(file, i % 4);
    }, numbers),
    'splitRowGroup again and again': writing(async (to) => {
      for (let i = 0; i < 1000; i++) await to.splitRowGroup(file, i % 4, { rowGroupRows: 1000 });
    }, numbers),
    'writeRows of a generator': writing((to, signal) => to.writeRows(rowsOf(rowCount), { signal }), {
      schema: rowSchema,
    }),
    'writeRows of an array': writing((to, signal) => to.writeRows(rows, { signal }), { schema: rowSchema }),
    'writeParquet of columns': (signal) => writeParquet(memorySink(), columns, { schema, signal }),
    'writeParquet of a generator': (signal) => writeParquet(memorySink(), rowsOf(rowCount), { signal }),
    'writeParquet of an array': (signal) => writeParquet(memorySink(), rows, { signal }),
    'writeParquet that infers all rows': (signal) =>
      writeParquet(memorySink(), rowsOf(rowCount), { signal, sampleRows: rowCount }),
    writeArrow: writing((to) => writeArrow(to, table), numbers),
    'writeArrow of texts': writing((to) => writeArrow(to, textTable()), { schema: defineSchema({ city: 'STRING' }) }),
    writeNested: writing(async (to) => {
      for await (const batch of file.nested()) await to.writeNested(batch.columns);
    }, numbers),
  };
  return Object.entries(cases).map(([name, run]) => ({ name, run }));
}

/** 2^24 slots, of which every seventh is null. */
function spacedValues(): ColumnInput {
  const slots = 2 ** 24;
  const bits = new Uint8Array(slots / 8).fill(0b0111_1111);
  return { values: new BigInt64Array(slots), nulls: { kind: 'bitmap', bits, nullCount: slots / 8 }, spaced: true };
}

/** 2^24 indices of 2^16 texts. */
function wideDictionary(): Values {
  const entries = 2 ** 16;
  const offsets = Int32Array.from({ length: entries + 1 }, (_, i) => 20 * i);
  const data = Uint8Array.from({ length: 20 * entries }, (_, i) => 97 + ((i >> 3) % 26));
  const type = PhysicalType.BYTE_ARRAY;
  const indices = Int32Array.from({ length: 2 ** 24 }, (_, i) => (i * 7919) % entries);
  const dictionary = { layout: 'bytes', type, length: entries, offsets, data } as const;
  return { layout: 'dictionary', type, length: indices.length, indices, dictionary };
}

const nestedSchema = defineSchema({
  l: { list: { fields: { a: { type: 'INT64', optional: true }, b: 'DOUBLE' }, optional: true }, optional: true },
});

/** 2^18 lists of 64 structs. */
async function nestedLists(): Promise<readonly NestedColumn[]> {
  const lists = 2 ** 18;
  const length = 64 * lists;
  const [field] = fieldsOf(nestedSchema);
  if (field?.kind !== 'list' || field.element.kind !== 'struct') throw new Error('the schema is of a list of structs');
  const [a, b] = field.element.fields;
  if (a?.kind !== 'leaf' || b?.kind !== 'leaf') throw new Error('the structs have two columns');
  const nulls = { kind: 'none', nullCount: 0 } as const;
  const { INT64, DOUBLE } = PhysicalType;
  const children = [
    {
      kind: 'leaf',
      field: a,
      length,
      nulls,
      values: { layout: 'fixed', type: INT64, width: 8, length, data: new BigInt64Array(length) },
    },
    {
      kind: 'leaf',
      field: b,
      length,
      nulls,
      values: { layout: 'fixed', type: DOUBLE, width: 8, length, data: new Float64Array(length) },
    },
  ] as const;
  const offsets = Int32Array.from({ length: lists + 1 }, (_, i) => 64 * i);
  const element = { kind: 'struct', field: field.element, length, nulls, children } as const;
  return [{ kind: 'list', field, length: lists, nulls, offsets, element }];
}

/** A record batch of 2^23 texts. */
function textTable(): Table {
  const length = 2 ** 23;
  const valueOffsets = Int32Array.from({ length: length + 1 }, (_, i) => 8 * i);
  return new Table({
    city: new Vector([makeData({ type: new Utf8(), length, valueOffsets, data: new Uint8Array(8 * length).fill(97) })]),
  });
}

type Writer = ReturnType<typeof createParquetWriter>;

async function finish(writer: Writer, write: (writer: Writer) => Promise<unknown>): Promise<void> {
  await write(writer);
  await writer.finish();
}
