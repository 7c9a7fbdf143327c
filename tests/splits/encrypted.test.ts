/**
 * Splits of encrypted files: workers need keys, read the footer of the file, and read exactly the bytes of their splits.
 */

import { join } from 'node:path';
import { decryption, encryption, fixedKeys } from '@marquetry/encryption';
import { openSource } from '@marquetry/file';
import {
  commitSplits,
  countTask,
  executeSplit,
  planSplits,
  type ResolveSource,
  rewriteTask,
  type SplitResult,
  statisticsTask,
} from '@marquetry/splits';
import { diskStore } from '@marquetry/splits/disk';
import { readParquet, writeParquet } from 'marquetry';
import { beforeAll, describe, expect, test } from 'vitest';
import { newFolder } from './judged.js';

const key = Uint8Array.from({ length: 16 }, (_, i) => i + 1);
const other = Uint8Array.from({ length: 16 }, (_, i) => 100 + i);
const keys = decryption({ keys: fixedKeys({ all: key, card: other }) });
const sealing = encryption({ footerKey: { bytes: key, metadata: 'all' } });
const rows = Array.from({ length: 60_000 }, (_, i) => ({
  id: i,
  key: (i * 7919) % 100,
  card: `card ${(i * 31) % 9973}`,
}));
const matching = rows.filter(({ id, key }) => id >= 25_000 && key < 20);
const where = { id: { ge: 25_000 }, key: { lt: 20 } };

describe.each([
  ['an encrypted footer', { footerKey: { bytes: key, metadata: 'all' } }],
  [
    'columns with other keys',
    { footerKey: { bytes: key, metadata: 'all' }, columns: { card: { bytes: other, metadata: 'card' } } },
  ],
  ['a plaintext footer', { footerKey: { bytes: key, metadata: 'all' }, footer: 'plaintext' }],
] as const)('splits of an encrypted file with %s', (_, options) => {
  let path: string;
  beforeAll(async () => {
    path = join(newFolder('sealed'), 'a.parquet');
    await writeParquet(path, rows, { rowGroupRows: 20_000, pageRows: 1000, encryption: encryption(options as never) });
  });
  const planned = (more: object = {}) =>
    planSplits([path, path], { decryption: keys, where, targetBytes: 40_000, ...more });

  test('with the keys, a worker computes rows and statistics of an encrypted file from the bytes that the plan lists', async () => {
    const { splits } = await planned();
    expect(splits.length).toBeGreaterThan(2);
    let count = 0;
    for (const split of splits) {
      expect(split.needs.encrypted).toBe(true);
      expect(split.parts.map(({ footer }) => footer)).toEqual(split.parts.map(() => undefined));
      const counted = await executeSplit(JSON.stringify(split), countTask(), { attempt: 'a', decryption: keys });
      expect(counted.metrics).toMatchObject({
        bytesRead: split.estimate.bytes,
        requests: split.parts.flatMap(({ ranges }) => ranges).length,
      });
      count += (counted.value as { rows: number }).rows;
    }
    expect(count).toBe(2 * matching.length);
    const whole = await planSplits([path], { decryption: keys, columns: ['card'] });
    const { metrics, value } = await executeSplit(JSON.stringify(whole.splits[0]), statisticsTask(), {
      attempt: 'a',
      decryption: keys,
    });
    expect(value).toMatchObject({ rows: 60_000, columns: { card: { min: 'card 0', max: 'card 999', nulls: 0 } } });
    expect(metrics.bytesRead).toBe(whole.splits[0]?.estimate.bytes);
  });

  test('an encrypted file is rewritten and published as one file, with `encryption` or with `decrypt: true`', async () => {
    const { splits } = await planned();
    const out = newFolder('sealed-out');
    const target = diskStore(out);
    const results: SplitResult[] = [];
    for (const split of splits) {
      const work = { attempt: 'a', decryption: keys, output: target };
      await expect(executeSplit(split, rewriteTask(), work)).rejects.toThrow(/in plaintext: pass `encryption`/);
      const result = await executeSplit(split, rewriteTask({ encryption: sealing }), work);
      expect(result.metrics.bytesRead).toBe(split.estimate.bytes);
      results.push(result);
    }
    await expect(commitSplits(results, { target, mode: 'one-file' })).rejects.toMatchObject({ code: 'UNSUPPORTED' });
    await expect(commitSplits(results, { target, mode: 'one-file', decryption: keys })).rejects.toThrow(
      /in plaintext: pass `encryption`/,
    );
    await commitSplits(results, { target, mode: 'one-file', decryption: keys, encryption: sealing });
    const file = join(out, 'data.parquet');
    await expect(readParquet(file)).rejects.toMatchObject({ code: 'UNSUPPORTED' });
    expect(await readParquet(file, { decryption: keys })).toEqual([...matching, ...matching]);
    const open = newFolder('opened-out');
    const opened: SplitResult[] = [];
    for (const split of splits) {
      const work = { attempt: 'a', decryption: keys, output: diskStore(open) };
      opened.push(await executeSplit(split, rewriteTask({ decrypt: true }), work));
    }
    await commitSplits(opened, { target: diskStore(open), mode: 'one-file' });
    expect(await readParquet(join(open, 'data.parquet'))).toEqual([...matching, ...matching]);
  });

  test('an encrypted file is rejected without keys, before a byte is read', async () => {
    await expect(planSplits([path])).rejects.toMatchObject({ code: 'UNSUPPORTED', at: { file: path } });
    const { splits } = await planned();
    const opened: string[] = [];
    const resolve: ResolveSource = (uri, known, signal) => {
      opened.push(uri);
      return openSource(uri, { known, signal });
    };
    await expect(executeSplit(splits[0] as never, countTask(), { attempt: 'a', resolve })).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      message: 'the split reads an encrypted file: pass `decryption` from @marquetry/encryption',
    });
    expect(opened).toEqual([]);
  });
});
