/**
 * Plans, executes and commits in an S3 store: moto, a server in Python. Skipped where `moto_server` is not on PATH.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type S3Store, s3Store } from '@marquetry/s3';
import {
  commitSplits,
  executeSplit,
  planSplits,
  type ResolveSource,
  rewriteTask,
  type SplitResult,
  sweep,
} from '@marquetry/splits';
import { isMotoInstalled, type Moto, startMoto } from '@marquetry/test-support/moto.js';
import { openParquet, readParquet, writeParquet } from 'marquetry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const main = fileURLToPath(new URL('../../apps/cli/bin/marquetry.js', import.meta.url));
const isBuilt = existsSync(fileURLToPath(new URL('../../apps/cli/dist/main.js', import.meta.url)));
const rows = Array.from({ length: 3000 }, (_, i) => ({
  id: i,
  key: (i * 7919) % 100,
  name: i % 5 === 0 ? null : `n${i % 40}`,
}));
const matching = rows.filter(({ key }) => key < 30);

const name = `splits in an S3 store${isMotoInstalled ? '' : ' (skipped: moto_server is not installed)'}`;
describe.skipIf(!isMotoInstalled)(name, () => {
  let moto: Moto;
  let store: S3Store;
  beforeAll(async () => {
    moto = await startMoto('splits');
    store = storeAt('');
    await writeParquet(store.sink('in/a.parquet'), rows, { rowGroupRows: 500 });
  }, 90_000);
  afterAll(() => moto?.stop());

  const storeAt = (prefix: string): S3Store =>
    s3Store({
      endpoint: moto.endpoint,
      ...{ bucket: 'splits', region: 'us-east-1', prefix },
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    });
  const resolve: ResolveSource = (uri, known, signal) =>
    store.source(uri.slice('s3://splits/'.length), { ...known, signal, wholeBytes: 0 });
  const planned = () =>
    planSplits(['s3://splits/in/a.parquet'], { resolve, targetBytes: 4000, where: { key: { lt: 30 } } });
  const keysOf = async (target: S3Store): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of target.list()) keys.push(key);
    return keys.sort();
  };

  test('two committers at once create one manifest and one file, and a sweep leaves nothing else', async () => {
    const { id, splits } = await planned();
    const target = storeAt('out/');
    const results: SplitResult[][] = [[], []];
    for (const [i, list] of results.entries()) {
      for (const split of splits)
        list.push(await executeSplit(split, rewriteTask(), { attempt: `a${i}`, output: target, resolve }));
    }
    expect(results[0]?.map(({ metrics }) => metrics.bytesRead)).toEqual(splits.map(({ estimate }) => estimate.bytes));
    const [x, y] = await Promise.all(results.map((list) => commitSplits(list, { target, mode: 'one-file' })));
    expect([x?.created, y?.created].sort()).toEqual([false, true]);
    expect(y?.manifest).toEqual(x?.manifest);
    expect(await readParquet(await target.source('data.parquet'))).toEqual(matching);
    await sweep(target, { olderThan: 0, published: true, now: Date.now() + 5000 });
    expect(await keysOf(target)).toEqual([`_manifest/${id}.done.json`, `_manifest/${id}.json`, 'data.parquet']);
  });

  test('publishing a dataset copies its files on the server', async () => {
    const { splits } = await planned();
    const target = storeAt('dataset/');
    const results: SplitResult[] = [];
    for (const split of splits)
      results.push(await executeSplit(split, rewriteTask(), { attempt: 'a', output: target, resolve }));
    const { files } = await commitSplits(results, { target });
    const found: object[] = [];
    for (const { key } of files) found.push(...(await readParquet(await target.source(key))));
    expect(found).toEqual(matching);
    expect(await keysOf(target)).toContain('_SUCCESS');
  });

  test('opening a planned object sends no request, and reading a replaced object throws CORRUPT', async () => {
    await writeParquet(store.sink('in/b.parquet'), rows);
    const sent: string[] = [];
    const watched = s3Store({
      endpoint: moto.endpoint,
      ...{ bucket: 'splits', region: 'us-east-1' },
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
      fetch: (url, init) => {
        sent.push(new Headers(init.headers).get('Range') ?? '');
        return fetch(url, init);
      },
    });
    const watching: ResolveSource = (uri, known, signal) =>
      watched.source(uri.slice('s3://splits/'.length), { ...known, signal, wholeBytes: 0 });
    const { splits } = await planSplits(['s3://splits/in/b.parquet'], { resolve });
    const [split] = splits;
    if (split === undefined) throw new Error('no split');
    await executeSplit(split, rewriteTask(), { attempt: 'a', output: storeAt('replaced/'), resolve: watching });
    expect(sent.sort()).toEqual(
      split.parts.flatMap(({ ranges }) => ranges.map(([from, length]) => `bytes=${from}-${from + length - 1}`)).sort(),
    );
    await writeParquet(store.sink('in/b.parquet'), [...rows].reverse());
    const target = storeAt('replaced2/');
    await expect(executeSplit(split, rewriteTask(), { attempt: 'b', output: target, resolve })).rejects.toMatchObject({
      code: 'CORRUPT',
      at: { file: 's3://splits/in/b.parquet' },
    });
    expect(await keysOf(target)).toEqual([]);
  });

  test.skipIf(!isBuilt)('the command line reads and writes s3:// URLs with the AWS environment variables', async () => {
    const run = (input: string, ...args: string[]): Promise<string> => {
      const { NODE_OPTIONS: _, ...env } = process.env;
      const keys = {
        AWS_ACCESS_KEY_ID: 'test',
        AWS_SECRET_ACCESS_KEY: 'test',
        AWS_REGION: 'us-east-1',
        AWS_ENDPOINT_URL: moto.endpoint,
      };
      const child = spawn(process.execPath, [main, 'splits', ...args], {
        env: { ...env, ...keys },
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      let text = '';
      child.stdout.on('data', (chunk: Buffer) => {
        text += chunk;
      });
      child.stdin.end(input);
      return new Promise((resolve) => child.on('close', () => resolve(text)));
    };
    const plan = await run('', 'plan', 's3://splits/in/a.parquet', '--where', 'key < 30');
    const results = await run(plan, 'exec', '--output', 's3://splits/cli');
    const commit = JSON.parse(await run(results, 'commit', '-', 's3://splits/cli', '--mode', 'one-file', '--json')) as {
      rows: number;
    };
    expect(commit.rows).toBe(matching.length);
    expect((await openParquet(await store.source('cli/data.parquet'))).rowCount).toBe(matching.length);
  });
});
