/**
 * Every call that takes a signal, on inputs that take seconds, from every kind of source.
 */
import { openAsBlob, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { readArrow, toArrow, writeArrow } from '@marquetry/arrow';
import { tableFromArrays } from 'apache-arrow';
import {
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

type Read = (file: Parquet, signal: AbortSignal) => Promise<unknown>;

const reads: Readonly<Record<string, Read>> = {
  rows: (file, signal) => drain(file.rows({ signal })),
  rowBatches: (file, signal) => drain(file.rowBatches({ signal })),
  columns: (file, signal) => drain(file.columns({ signal })),
  batches: (file, signal) => drain(file.batches({ signal })),
  'columns of few rows': (file, signal) => drain(file.columns({ signal, batchRows: 1000 })),
  column: (file, signal) =>
    drain(file.column(file.schema.leaves[0] as (typeof file.schema.leaves)[number], { signal })),
  nested: (file, signal) => drain(file.nested({ signal })),
  readArrow: (file, signal) => drain(readArrow(file, { signal })),
  toArrow: (file, signal) => toArrow(file, { signal }),
  openPages: (file, signal) => drain(file.openPages({ rowGroup: 0, column: file.schema.leaves[0] as never }, signal)),
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

const rowCount = 5_000_000;

/** `count` rows, none of which has to be waited for. */
function* rowsOf(count: number): Generator<Record<string, unknown>> {
  for (let i = 0; i < count; i++) yield { id: BigInt(i), city: `city ${i % 1000}`, tags: ['a', 'b'] };
}

const schema = defineSchema({ id: 'INT64', value: 'DOUBLE', city: 'STRING' });
const rowSchema = defineSchema({ id: 'INT64', city: 'STRING', tags: { list: 'STRING' } });

/** Columns and tables are made once, before the calls. */
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
  await writeParquet(sink, { id, value }, { schema: arrowSchema });
  const file = await openParquet(sink.bytes);
  const writer = (signal: AbortSignal, more: Partial<ParquetWriterOptions> = {}) =>
    createParquetWriter(memorySink(), { schema, signal, ...more });
  return [
    { name: 'write', run: async (signal) => finish(writer(signal), (to) => to.write(columns)) },
    {
      name: 'writeRows of a generator',
      run: async (signal) =>
        finish(writer(signal, { schema: rowSchema }), (to) => to.writeRows(rowsOf(rowCount), { signal })),
    },
    { name: 'writeParquet of a generator', run: (signal) => writeParquet(memorySink(), rowsOf(rowCount), { signal }) },
    { name: 'writeParquet of an array', run: (signal) => writeParquet(memorySink(), rows, { signal }) },
    {
      name: 'writeParquet that infers all rows',
      run: (signal) => writeParquet(memorySink(), rowsOf(rowCount), { signal, sampleRows: rowCount }),
    },
    {
      name: 'writeArrow',
      run: async (signal) =>
        finish(writer(signal, { schema: arrowSchema }), async (to) => {
          await writeArrow(to, table);
        }),
    },
    {
      name: 'writeNested',
      run: async (signal) => {
        await finish(writer(signal, { schema: arrowSchema }), async (to) => {
          for await (const batch of file.nested()) await to.writeNested(batch.columns);
        });
      },
    },
  ];
}

type Writer = ReturnType<typeof createParquetWriter>;

async function finish(writer: Writer, write: (writer: Writer) => Promise<unknown>): Promise<void> {
  await write(writer);
  await writer.finish();
}
