// `node --expose-gc bench/encryption.mjs [--full]`: reads and writes the table lineitem with and without encryption,
// alternately in one process, and in Chromium if it is installed (CHROMIUM_PATH). First compares the values. Prints the
// ratios of the median times and the floors (required ratios), and exits with 1 if a floor fails.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { measureRatio, readAll } from './encryption-page.mjs';
import { file as tableFile } from './tables/files.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const load = (name, file) => import(pathToFileURL(join(root, 'packages', name, 'dist', file)).href);
const { createParquetWriter, memorySink, openParquet } = await load('marquetry', 'index.node.js');
const { decryption, encryption, fixedKeys } = await load('encryption', 'index.js');

const key = new TextEncoder().encode('0123456789012345');
const { path } = await tableFile(
  { table: 'lineitem', layout: 'dictionary', codec: 'snappy' },
  process.argv.includes('--full'),
);
const source = await openParquet(new Uint8Array(readFileSync(path)));
const batches = [];
for await (const batch of source.columnBatches({ decodeDictionaries: true })) batches.push(batch);

async function written(pageBytes, isEncrypted) {
  const sink = memorySink();
  const writer = await createParquetWriter(sink, {
    schema: source.schema,
    pageBytes,
    pageRows: 2 ** 30,
    ...(isEncrypted && { encryption: encryption({ footerKey: { bytes: key } }) }),
  });
  for (const batch of batches) await writer.write(batch);
  await writer.finish();
  return sink.bytes;
}

const open = (bytes, isEncrypted) =>
  openParquet(bytes, isEncrypted ? { decryption: decryption({ keys: fixedKeys({ footer: key }) }) } : {});

let failed = 0;
function report(what, { plain, encrypted, ratio }, floor) {
  const times = `${plain.toFixed(0)} ms in plaintext, ${encrypted.toFixed(0)} ms encrypted`;
  const isHeld = floor === undefined || ratio <= floor;
  if (!isHeld) failed++;
  const verdict = floor === undefined ? '' : ` [${floor}] ${isHeld ? 'held' : 'FAILED'}`;
  console.log(`${what}: ${ratio.toFixed(2)} times as long as in plaintext${verdict} (${times})`);
}

const mebibyte = 2 ** 20;
const sizes = [
  { name: 'pages of 1 MiB', pageBytes: mebibyte, floor: 1.15, chromiumFloor: 1.4 },
  { name: 'pages of 8 KiB', pageBytes: 8192, floor: 1.8, chromiumFloor: undefined },
];
const files = [];
for (const { name, pageBytes, floor } of sizes) {
  const plain = await written(pageBytes, false);
  const encrypted = await written(pageBytes, true);
  const sums = [await readAll(await open(plain, false)), await readAll(await open(encrypted, true))];
  if (JSON.stringify(sums[0]) !== JSON.stringify(sums[1])) throw new Error(`${name}: the values differ`);
  files.push({ plain, encrypted });
  const read = async (isEncrypted) => readAll(await open(isEncrypted ? encrypted : plain, isEncrypted));
  report(`reading, ${name}, Node ${process.version}`, await measureRatio(read), floor);
}
report('writing, pages of 1 MiB', await measureRatio((isEncrypted) => written(mebibyte, isEncrypted)), 1.15);

const chromium = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (path) => path !== undefined && existsSync(path),
);
if (chromium === undefined) console.log('Chromium: skipped, not found (set CHROMIUM_PATH)');
else {
  const results = await inChromium();
  for (const [i, { name, chromiumFloor }] of sizes.entries()) {
    report(`reading, ${name}, Chromium`, results[i], chromiumFloor);
  }
}
process.exitCode = failed === 0 ? 0 : 1;

/**
 * Reads the files in a page in Chromium. Returns, for each pair of an encrypted and a plaintext file, the ratio of the
 * times.
 */
async function inChromium() {
  const { outputFiles } = await build({
    entryPoints: { entry: fileURLToPath(new URL('encryption-page.mjs', import.meta.url)) },
    outdir: '/',
    bundle: true,
    splitting: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    write: false,
    nodePaths: [join(root, 'tests', 'node_modules')],
  });
  const scripts = new Map(outputFiles.map(({ path, contents }) => [path, contents]));
  let finish;
  const done = new Promise((resolve) => {
    finish = resolve;
  });
  const server = createServer((request, response) => {
    const url = request.url ?? '/';
    const [, index, kind] = /^\/file\/(\d)\/(\w+)$/.exec(url) ?? [];
    if (url === '/report') {
      let text = '';
      request.on('data', (part) => {
        text += part;
      });
      request.on('end', () => {
        response.end();
        finish(JSON.parse(text));
      });
    } else if (index !== undefined) response.end(files[index][kind]);
    else if (scripts.has(url)) response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(scripts.get(url));
    else
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<script type="module" src="/entry.js"></script>');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const profile = mkdtempSync(join(tmpdir(), 'marquetry-bench-'));
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', `--user-data-dir=${profile}`];
  const child = spawn(chromium, [...flags, `http://127.0.0.1:${server.address().port}/`], { stdio: 'ignore' });
  const ended = new Promise((_, reject) => child.once('exit', (code) => reject(new Error(`Chromium ended: ${code}`))));
  try {
    const results = await Promise.race([done, ended]);
    if (results.error !== undefined) throw new Error(results.error);
    return results;
  } finally {
    child.kill('SIGKILL');
    server.closeAllConnections();
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
