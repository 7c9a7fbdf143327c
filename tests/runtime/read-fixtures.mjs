// Reads a fixture of every codec with the built packages, in the main thread and in a worker, compares the values with expected.json,
// writes and reads encrypted files, and prints a report. It is plain JavaScript, so any Node runs it.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { openParquet } from 'marquetry';
import { encryptedReport } from './encrypted.mjs';

const fixtures = new URL('../fixtures/', import.meta.url);
const expected = JSON.parse(readFileSync(new URL('expected.json', fixtures), 'utf8'));

async function readFixtures() {
  const names = ['duckdb', 'parquet-wasm'].flatMap((writer) =>
    readdirSync(new URL(`${writer}/`, fixtures)).flatMap((name) =>
      name.startsWith('codec-') ? [`${writer}/${name}`] : [],
    ),
  );
  for (const name of names) {
    // Alternates between path, URL and bytes, the ways in which Node opens a file.
    const url = new URL(name, fixtures);
    for (const input of [fileURLToPath(url), url, new Uint8Array(readFileSync(url))]) {
      const file = await openParquet(input);
      const columns = {};
      for await (const batch of file.columnBatches({ spaced: true, decodeDictionaries: true })) {
        for (const [path, column] of Object.entries(batch)) columns[path] = itemsOf(column);
      }
      await file.close();
      assert.deepEqual(columns, expected, name);
    }
  }
  const foreign = new Uint8Array(readFileSync(new URL('encrypted/pyarrow-gcm-128.parquet', fixtures)));
  assert.deepEqual(await encryptedReport(foreign), {
    gcm: 3000,
    ctr: 3000,
    key24: 3000,
    foreign: 60,
    changed: 'CORRUPT',
  });
  return names;
}

function itemsOf({ values, nulls, slotCount }) {
  const decoder = new TextDecoder();
  return Array.from({ length: slotCount }, (_, i) => {
    if (nulls.kind === 'bitmap' && ((nulls.bits[i >> 3] >> (i & 7)) & 1) === 0) return null;
    if (values.layout === 'bits') return ((values.data[i >> 3] >> (i & 7)) & 1) === 1;
    if (values.layout === 'bytes')
      return decoder.decode(values.data.subarray(values.offsets[i], values.offsets[i + 1]));
    return typeof values.data[i] === 'bigint' ? String(values.data[i]) : values.data[i];
  });
}

if (isMainThread) {
  const main = await readFixtures();
  const worker = await new Promise((resolve, reject) => {
    const thread = new Worker(new URL(import.meta.url));
    thread.once('message', resolve);
    thread.once('error', reject);
  });
  assert.deepEqual(worker, main);
  console.log(JSON.stringify({ node: process.version, files: main }));
} else {
  parentPort.postMessage(await readFixtures());
}
