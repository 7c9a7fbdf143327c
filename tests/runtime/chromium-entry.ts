/**
 * The program that chromium.test.ts loads as a page and as a worker: it reads every file by URL, as a Blob, and in a pool of workers. It
 * writes a file with and without the pool, and a file in ZSTD. It writes and reads encrypted files. Then it reports the results.
 */
import { zstd } from '@marquetry/codec-zstd-wasm';
import { createWorkerPool, type WorkerPool } from '@marquetry/parallel';
import { memorySink, openParquet, writeParquet } from 'marquetry';
import { standardCodecs } from 'marquetry/plug-ins';
import { encryptedReport } from './encrypted.mjs';

async function countsOf(input: URL | Blob, parallel?: WorkerPool): Promise<Record<string, string>> {
  const file = await openParquet(input, { parallel });
  const counts: Record<string, string> = {};
  for await (const batch of file.columnBatches()) {
    for (const [path, { slotCount, nulls, values }] of Object.entries(batch)) {
      counts[path] = `${slotCount} slots, ${nulls.nullCount} nulls, ${values.length} values`;
    }
  }
  return counts;
}

/**
 * Writes a file in the pool and in this thread. Returns a message that says whether the bytes are the same, and how
 * many rows the file has.
 */
async function written(parallel: WorkerPool): Promise<string> {
  const rows = Array.from({ length: 5000 }, (_, id) => ({
    id,
    name: `name ${id % 90}`,
    tags: [`${id}`],
    third: id / 3,
  }));
  const [here, there] = [memorySink(), memorySink()];
  const options = { rowGroupRows: 1500, pageRows: 400, bloomFilter: true };
  await writeParquet(here, rows, options);
  await writeParquet(there, rows, { ...options, parallel });
  const isSame = here.bytes.length === there.bytes.length && here.bytes.every((byte, i) => byte === there.bytes[i]);
  return `${isSame ? 'the same' : 'other'} bytes, ${(await openParquet(there.bytes)).rowCount} rows`;
}

/** Returns a ZSTD file as base64, or the reason why it could not be written. */
async function zstdFile(): Promise<string> {
  const sink = memorySink();
  const rows = Array.from({ length: 5000 }, (_, id) => ({ id, name: `name ${id % 90}`, third: id / 3 }));
  try {
    await writeParquet(sink, rows, { codec: 'ZSTD', codecs: standardCodecs.replace(zstd) });
  } catch (error) {
    return String(error);
  }
  return btoa(Array.from(sink.bytes, (byte) => String.fromCharCode(byte)).join(''));
}

async function readAll(): Promise<unknown> {
  const base = new URL('/', location.href);
  const site = (await (await fetch(new URL('site.json', base))).json()) as { files: string[]; writesZstd: boolean };
  const pool = createWorkerPool({ workers: 2 });
  const results: Record<string, unknown> = {};
  for (const name of site.files) {
    const url = new URL(`files/${name}`, base);
    const byUrl = await countsOf(url);
    const asBlob = await countsOf(await (await fetch(url)).blob());
    const inWorkers = await countsOf(url, pool);
    results[name] = { byUrl, asBlob, inWorkers };
  }
  results['written'] = await written(pool);
  const foreign = await (await fetch(new URL('files/encrypted/pyarrow-gcm-128.parquet', base))).arrayBuffer();
  results['encrypted'] = await encryptedReport(new Uint8Array(foreign));
  if (site.writesZstd) results['zstd'] = await zstdFile();
  pool.close();
  return results;
}

const where = 'document' in globalThis ? 'page' : 'worker';
const report = await readAll().catch((error: unknown) => String(error));
await fetch(new URL(`/report/${where}`, location.href), { method: 'POST', body: JSON.stringify(report) });
console.log(`end of ${where}`);
if (where === 'page') new Worker(new URL('/entry.js', location.href), { type: 'module' });
