/** Lists every reading call that has an abort signal, for files that take seconds to read, from every kind of source. */
import { openAsBlob, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { readArrow, toArrow } from '@marquetry/arrow';
import { createWorkerPool } from '@marquetry/parallel';
import { formatPath } from '@marquetry/schema';
import { createParquetWriter, memorySink, openParquet, type ParquetReader, type SourceInput } from 'marquetry';
import { filterOf } from './filters.js';

/** Makes a call that must end when `signal` aborts. */
export type AbortCall = (signal: AbortSignal) => Promise<unknown>;

export interface AbortCase {
  readonly name: string;
  /**
   * Creates the inputs of the call before the call is timed, because creating them blocks the event loop. Only the
   * inputs of one call are in memory at a time: a garbage collection of millions of objects would take longer than
   * decoding a page.
   */
  prepare(): AbortCall | Promise<AbortCall>;
}

async function drain(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items);
}

function firstLeaf({ schema }: ParquetReader): ParquetReader['schema']['leaves'][number] {
  const [leaf] = schema.leaves;
  if (leaf === undefined) throw new Error('a file without columns');
  return leaf;
}

/** Decodes all columns and writes them again, one row group at a time. */
async function rewrite(file: ParquetReader, signal: AbortSignal): Promise<void> {
  const { schema } = file;
  const writer = await createParquetWriter(memorySink(), { schema, signal });
  for (const rowGroup of file.metadata.rowGroups.keys()) {
    const columns = schema.leaves.map((leaf) => [
      formatPath(leaf.path),
      file.columnPieces(leaf, { rowGroups: [rowGroup], signal }),
    ]);
    await writer.writeRowGroup(Object.fromEntries(columns));
  }
  await writer.finish();
}

type Read = (file: ParquetReader, signal: AbortSignal) => Promise<unknown>;

const reads: Readonly<Record<string, Read>> = {
  rows: (file, signal) => drain(file.rows({ signal })),
  rowBatches: (file, signal) => drain(file.rowBatches({ signal })),
  columns: (file, signal) => drain(file.columnBatches({ signal })),
  batches: (file, signal) => drain(file.leafBatches({ signal })),
  'columns of few rows': (file, signal) => drain(file.columnBatches({ signal, batchRows: 1000 })),
  column: (file, signal) => drain(file.columnPieces(firstLeaf(file), { signal })),
  'columns with spaced values': (file, signal) => drain(file.columnBatches({ signal, spaced: true })),
  'columns without dictionaries': (file, signal) => drain(file.columnBatches({ signal, decodeDictionaries: true })),
  'columns of many rows': (file, signal) => drain(file.columnBatches({ signal, batchRows: 3_000_001 })),
  'rowBatches of many rows': (file, signal) => drain(file.rowBatches({ signal, batchRows: 1_000_000 })),
  nested: (file, signal) => drain(file.nestedBatches({ signal })),
  readArrow: (file, signal) => drain(readArrow(file, { signal })),
  'readArrow without dictionaries': (file, signal) => drain(readArrow(file, { signal, decodeDictionaries: true })),
  toArrow: (file, signal) => toArrow(file, { signal }),
  'columns where': (file, signal) => drain(file.columnBatches({ where: filterOf(file), signal })),
  'rowBatches where': (file, signal) => drain(file.rowBatches({ where: filterOf(file), signal })),
  pages: (file, signal) => drain(file.pages({ rowGroup: 0, column: firstLeaf(file) }, signal)),
  openPages: (file, signal) => drain(file.openPages({ rowGroup: 0, column: firstLeaf(file) }, signal)),
  rewriting: (file, signal) => rewrite(file, signal),
  'last row': (file, signal) => drain(file.rows({ offset: file.rowCount - 1, signal })),
};

export const sourceKinds = ['memory', 'Blob', 'disk', 'HTTP'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/**
 * Returns functions that open the same file from every kind of source (memory, disk, URL). `close` stops the HTTP
 * server.
 */
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

/** Returns one case per reading call. Each case opens the input, then makes the call. */
export function readingCases(file: string, kind: SourceKind, input: SourceInput): AbortCase[] {
  return Object.entries(reads).map(([name, read]) => ({
    name: `${name}, ${file}, ${kind}`,
    prepare: () => async (signal) => read(await openParquet(input, { signal }), signal),
  }));
}

/** Returns cases that decode in worker threads, each of which runs `module`. The worker pool is closed at the end of a case. */
export function parallelCases(file: string, bytes: Uint8Array, module: string): AbortCase[] {
  const names = ['rows', 'rowBatches', 'columns', 'columns of few rows', 'nested', 'readArrow', 'toArrow'] as const;
  return names.map((name) => ({
    name: `${name} in workers, ${file}`,
    prepare: () => async (signal) => {
      const pool = createWorkerPool({ workers: 2, worker: () => new Worker(module) });
      try {
        await reads[name]?.(await openParquet(bytes, { signal, parallel: pool }), signal);
      } finally {
        pool.close();
      }
    },
  }));
}
