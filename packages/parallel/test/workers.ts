/** Creates sample files, and pools whose workers run the source code of this package. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { standardCodecs } from '@marquetry/codecs';
import { CodecId } from '@marquetry/core';
import { standardEncodings } from '@marquetry/encodings';
import { bytesSource, memorySink, type OpenFileOptions, openFile, type ParquetFile } from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import { createWorkerPool, type WorkerPool } from '@marquetry/parallel';
import { defineSchema } from '@marquetry/schema';
import { bundleSources } from '@marquetry/test-support/bundle-sources.mjs';

/**
 * Bundles a worker's module, and returns functions that create pools with it. `text` is the code of the module, which
 * may import the sources of this package.
 */
export async function bundledWorker(text?: string): Promise<{ pool(workers: number): WorkerPool; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'marquetry-parallel-'));
  const standard = fileURLToPath(new URL('../src/worker.node.ts', import.meta.url));
  const entry = text === undefined ? standard : fileURLToPath(new URL('.worker.ts', import.meta.url));
  if (text !== undefined) writeFileSync(entry, text);
  const outfile = join(folder, 'worker.mjs');
  await bundleSources(entry, outfile);
  if (text !== undefined) rmSync(entry);
  return {
    pool: (workers) => createWorkerPool({ workers, worker: () => new Worker(outfile) }),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/**
 * Returns a file with columns of every layout: with and without nulls, dictionaries and lists. Its chunks have several
 * pages.
 */
export async function sampleFile({ rows = 4000, rowGroupRows = 1000 } = {}): Promise<Uint8Array> {
  const sink = memorySink();
  const schema = defineSchema({
    id: 'INT64',
    flag: { type: 'BOOLEAN', optional: true },
    city: { type: 'STRING', optional: true },
    note: 'STRING',
    price: 'DOUBLE',
    tags: { list: 'INT32' },
  });
  const options = {
    encodings: standardEncodings,
    codecs: standardCodecs,
    codec: CodecId.SNAPPY,
    rowGroupRows,
    pageRows: 300,
  };
  const writer = createFileWriter(sink, { schema, ...options });
  const at = Array.from({ length: rows }, (_, i) => i);
  const tags = at.flatMap((i) => Array.from({ length: i % 4 }, (_, k) => ({ value: i + k, first: k === 0 })));
  const slots = at.flatMap((i) => (i % 4 === 0 ? [0] : Array.from({ length: i % 4 }, (_, k) => k + 1)));
  await writer.write({
    id: BigInt64Array.from(at, BigInt),
    flag: at.map((i) => (i % 5 === 0 ? null : i % 2 === 0)),
    city: at.map((i) => (i % 7 === 0 ? null : ['Lima', 'Oslo', 'Paris'][i % 3])),
    note: at.map((i) => `note ${i} ${'x'.repeat(i % 20)}`),
    price: Float64Array.from(at, (i) => i / 3),
    'tags.list.element': {
      values: {
        layout: 'fixed',
        type: 1,
        width: 4,
        length: tags.length,
        data: Int32Array.from(tags, ({ value }) => value),
      },
      nulls: {
        kind: 'levels',
        definition: Uint8Array.from(slots, (slot) => (slot === 0 ? 0 : 1)),
        repetition: Uint8Array.from(slots, (slot) => (slot > 1 ? 1 : 0)),
        nullCount: slots.filter((slot) => slot === 0).length,
      },
    },
  } as never);
  await writer.finish();
  return sink.bytes;
}

export function openSample(bytes: Uint8Array, options: Partial<OpenFileOptions> = {}): Promise<ParquetFile> {
  return openFile(bytesSource(bytes), { encodings: standardEncodings, codecs: standardCodecs, ...options });
}
