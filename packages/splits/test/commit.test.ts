import { CodecId } from '@marquetry/core';
import {
  type Commit,
  commitSplits,
  countTask,
  executeSplit,
  planSplits,
  rewriteTask,
  type Split,
  type SplitResult,
  type SplitTask,
  sweep,
} from '@marquetry/splits';
import { beforeAll, describe, expect, test } from 'vitest';
import { type MemoryStore, memoryFiles, memoryStore } from './memory.js';
import { columnsOf, tableFile } from './tables.js';

const files: Record<string, Uint8Array> = {};
const resolve = memoryFiles(files);
let splits: readonly Split[];
let planId: string;
beforeAll(async () => {
  files['a'] = await tableFile(1200, { rowGroupRows: 300, pageRows: 50 });
  files['b'] = await tableFile(500, { rowGroupRows: 500, from: 5000 });
  ({ splits, id: planId } = await planSplits(['memory:a', 'memory:b'], {
    resolve,
    targetBytes: 4000,
    where: { key: { lt: 700 } },
  }));
});

/** Executes all splits under one attempt name. */
async function executed(output: MemoryStore, attempt = 'a1'): Promise<SplitResult[]> {
  const results: SplitResult[] = [];
  for (const split of splits) results.push(await executeSplit(split, rewriteTask(), { attempt, output, resolve }));
  return results;
}

/** Returns the keys of the published files. */
const visible = ({ files }: MemoryStore): string[] =>
  [...files.keys()].filter((key) => !key.startsWith('_parts/') && !key.startsWith('_manifest/')).sort();

const ids = async (bytes: Uint8Array | undefined): Promise<string> =>
  (await columnsOf(bytes as Uint8Array, { columns: ['id'] }))['id'] ?? '';

/**
 * Returns the `put` of a store in which another committer creates each manifest just before, with the text that `change`
 * returns.
 */
function putBefore(store: MemoryStore, change: (text: string) => string): MemoryStore['put'] {
  return async (key, bytes, options) => {
    if (options?.ifNoneMatch === true) {
      const text = change(new TextDecoder().decode(bytes));
      await store.put(key, new TextEncoder().encode(text), options);
    }
    return store.put(key, bytes, options);
  };
}

async function expectedIds(): Promise<string> {
  const options = { columns: ['id'], where: { key: { lt: 700 } } };
  return `${(await columnsOf(files['a'] as Uint8Array, options))['id']}|${(await columnsOf(files['b'] as Uint8Array, options))['id']}`;
}

describe('commitSplits', () => {
  test('in one-file mode, commitSplits writes rows in the order of the plan, regardless of the order of the results', async () => {
    const target = memoryStore();
    const results = await executed(target);
    expect(results.length).toBeGreaterThan(4);
    const commit = await commitSplits([...results].reverse(), { target, mode: 'one-file', name: 'all.parquet' });
    expect(commit).toMatchObject({
      created: true,
      repeated: 0,
      rows: results.reduce((sum, { output }) => sum + (output?.rows ?? 0), 0),
    });
    expect(visible(target)).toEqual(['all.parquet']);
    expect(await ids(target.files.get('all.parquet'))).toBe(await expectedIds());
  });

  test('in dataset mode, commitSplits publishes one file per output that has rows, and the file _SUCCESS', async () => {
    const target = memoryStore();
    const commit = await commitSplits(await executed(target), { target });
    expect(visible(target)).toEqual([...commit.files.map(({ key }) => key), '_SUCCESS'].sort());
    expect(commit.files[0]?.key).toBe('part-00000.parquet');
    const texts: string[] = [];
    for (const { key } of commit.files) texts.push(await ids(target.files.get(key)));
    expect(texts.join('|')).toBe(await expectedIds());
  });

  test('in entries mode, commitSplits describes the outputs, and does not move them', async () => {
    const target = memoryStore();
    const results = await executed(target);
    const { entries, files } = await commitSplits(results, { target, mode: 'entries' });
    expect(files).toEqual([]);
    expect(visible(target)).toEqual([]);
    expect(entries?.map(({ key, rows }) => ({ key, rows }))).toEqual(
      results.flatMap(({ output }) =>
        output !== undefined && output.rows > 0 ? [{ key: output.uri, rows: output.rows }] : [],
      ),
    );
    const column = entries?.[0]?.columns['id'];
    const first = (await ids(target.files.get(entries?.[0]?.key ?? ''))).split('|').map((text) => text.slice(1));
    expect(column).toMatchObject({ nullCount: 0, valueCount: first.length, lower: first[0], upper: first.at(-1) });
  });

  test('commitSplits uses the first result of each split, and ignores repeated results', async () => {
    const target = memoryStore();
    const [first, second] = [await executed(target, 'a1'), await executed(target, 'a2')];
    const commit = await commitSplits([...second.slice(2), ...first, ...second], { target });
    expect(commit.repeated).toBe(2 * splits.length - 2);
    expect(commit.manifest.entries.map(({ attempt }) => attempt)).toEqual(splits.map((_, i) => (i < 2 ? 'a1' : 'a2')));
    // The outputs of both attempts have the same bytes.
    expect(first.map(({ output }) => output?.sha256)).toEqual(second.map(({ output }) => output?.sha256));
    const swept = await sweep(target, { olderThan: 0 });
    expect(swept).toHaveLength(splits.length);
    expect(swept.every((key) => commit.manifest.entries.every(({ output }) => output?.uri !== key))).toBe(true);
  });

  test('the outputs are checked against the manifest of another committer that wins', async () => {
    const target = memoryStore();
    const results = await executed(target);
    const winning = { ...target, put: putBefore(target, (text) => text.replace(/"rows":\d+/, '"rows":100000')) };
    const error = await commitSplits(results, { target: winning, mode: 'one-file' }).catch((reason) => reason);
    expect(error).toMatchObject({ code: 'CORRUPT', reason: expect.stringMatching(/its result states 100000/) });
    expect(visible(target)).toEqual([]);
  });

  test.each<[string, Partial<MemoryStore>, boolean]>([
    ['a commit succeeds', {}, false],
    ['the manifest cannot be written', { put: () => Promise.reject(new Error('full')) }, false],
    [
      'the file cannot be created',
      {
        sink: () => {
          throw new Error('full');
        },
      },
      false,
    ],
    ['an output has other rows than its result states', {}, true],
  ])('after a commit, all outputs are closed: %s', async (_, broken, isWrong) => {
    const target = memoryStore();
    const results = await executed(target);
    let open = 0;
    const counted: MemoryStore = {
      ...target,
      source: async (key, options) => {
        const source = await target.source(key, options);
        open++;
        return { ...source, close: async () => void open-- };
      },
      ...broken,
    };
    const given = results.map((result, i) =>
      isWrong && i === 1 && result.output ? { ...result, output: { ...result.output, rows: 1 } } : result,
    );
    const error = await commitSplits(given, { target: counted, mode: 'one-file' }).then(
      () => undefined,
      (reason) => reason,
    );
    expect(error === undefined).toBe(Object.keys(broken).length === 0 && !isWrong);
    expect(open).toBe(0);
  });

  test('commitSplits publishes the same files when it is called again', async () => {
    const target = memoryStore();
    const results = await executed(target);
    const first = await commitSplits(results, { target, mode: 'one-file' });
    const before = new Map(target.files);
    const again = await commitSplits(results, { target, mode: 'one-file' });
    expect(again).toEqual({ ...first, created: false });
    expect(target.files).toEqual(before);
  });

  test('commitSplits publishes removed files again when it is called again', async () => {
    for (const mode of ['one-file', 'dataset'] as const) {
      const target = memoryStore();
      const results = await executed(target);
      const { files } = await commitSplits(results, { target, mode });
      const before = new Map(target.files);
      target.files.delete(files[0]?.key ?? '');
      await commitSplits(results, { target, mode });
      expect(target.files).toEqual(before);
    }
  });

  test('commitSplits continues with the manifest of the first committer, even if a later call has another mode and results of other attempts', async () => {
    const target = memoryStore();
    const [first, second] = [await executed(target, 'a1'), await executed(target, 'a2')];
    const [x, y] = await Promise.all([
      commitSplits(first, { target, mode: 'one-file' }),
      commitSplits(second, { target, mode: 'one-file' }),
    ]);
    expect([x.created, y.created].filter(Boolean)).toHaveLength(1);
    expect(y.manifest).toEqual(x.manifest);
    const late = await commitSplits(second, { target, mode: 'dataset' });
    expect(late).toMatchObject({ created: false, manifest: x.manifest });
    expect(visible(target)).toEqual(['data.parquet']);
  });

  test('commitSplits completes a commit that was interrupted after any step', async () => {
    const whole = memoryStore();
    const results = await executed(whole);
    for (const mode of ['one-file', 'dataset'] as const) {
      const wanted = memoryStore();
      for (const [key, bytes] of whole.files) wanted.files.set(key, bytes);
      const parts = new Map(wanted.files);
      await commitSplits(results, { target: wanted, mode });
      for (let step = 0; ; step++) {
        const target = memoryStore();
        for (const [key, bytes] of parts) target.files.set(key, bytes);
        let left = step;
        const failing =
          <T extends unknown[], R>(call: (...args: T) => Promise<R>) =>
          async (...args: T): Promise<R> => {
            if (left-- === 0) throw new Error('killed');
            return call(...args);
          };
        const mortal = { ...target, put: failing(target.put), copy: failing(target.copy), get: failing(target.get) };
        const ended = await commitSplits(results, { target: mortal, mode }).catch((error: Error) => error);
        if (!target.files.has(`_manifest/${planId}.json`)) expect(visible(target)).toEqual([]);
        await commitSplits(results, { target, mode });
        expect(target.files).toEqual(wanted.files);
        if (!(ended instanceof Error)) break;
        expect(ended.message).toBe('killed');
      }
    }
  });

  test('commitSplits combines the values of tasks that do not write files', async () => {
    const target = memoryStore();
    const results: SplitResult[] = [];
    for (const split of splits) results.push(await executeSplit(split, countTask(), { attempt: 'c', resolve }));
    const commit = await commitSplits(results, { target, task: countTask() });
    expect(commit).toMatchObject({ value: { rows: (await expectedIds()).split('|').length }, rows: 0, files: [] });
    expect(visible(target)).toEqual([]);
  });
});

describe('invalid commits', () => {
  const refused = async (
    results: Iterable<SplitResult | string>,
    reason: string | RegExp,
    target = memoryStore(),
  ): Promise<void> => {
    const before = new Map(target.files);
    await expect(commitSplits(results, { target })).rejects.toMatchObject({ message: expect.stringMatching(reason) });
    expect(target.files).toEqual(before);
  };

  test('commitSplits rejects the results if a split has no result', async () => {
    const target = memoryStore();
    const results = await executed(target);
    await refused([], /there are no results/);
    await refused(results.slice(1), `results are missing for 1 of ${splits.length} splits \\(positions: 0\\)`, target);
    await refused(
      [results[0] as SplitResult, results[0] as SplitResult],
      /results are missing for .* splits \(positions: 1, 2, 3, 4, 5/,
      target,
    );
  });

  test('commitSplits rejects results that belong to two plans or two tasks', async () => {
    const target = memoryStore();
    const results = await executed(target);
    const [first, ...others] = results as [SplitResult, ...SplitResult[]];
    await refused([{ ...first, plan: { ...first.plan, id: 'f'.repeat(64) } }, ...others], /two plans/, target);
    await refused([{ ...first, task: 'sort' }, ...others], /two tasks/, target);
    const { taskId, ...without } = first;
    expect(taskId).toMatch(/^[0-9a-f]{64}$/);
    await refused([without as SplitResult, ...others], '`taskId` must be a hexadecimal SHA-256 hash', target);
    await refused([first, { ...others[0], plan: first.plan } as SplitResult], /the same position 0/, target);
    const plan = await planSplits(['memory:a'], { resolve });
    await expect(commitSplits(results, { target, plan })).rejects.toThrow(/the results belong to plan/);
  });

  test('commitSplits rejects results of tasks with different options', async () => {
    const target = memoryStore();
    const [split, other] = splits as [Split, Split];
    const run = (each: Split, task: SplitTask) =>
      executeSplit(each, task, { attempt: 'options', resolve, output: target });
    const first = await run(split, rewriteTask());
    const message = 'the results of splits 0 and 1 are from task rewrite, but with different options';
    await refused([first, await run(other, rewriteTask({ rowGroupRows: 10 }))], message, target);
    const ids = [
      rewriteTask(),
      rewriteTask({}),
      rewriteTask({ rowGroupRows: 10 }),
      rewriteTask({ codec: CodecId.SNAPPY }),
    ];
    const [none, empty, rows, codec] = await Promise.all(
      ids.map(
        async (task, i) =>
          (await executeSplit(split, task, { attempt: `id${i}`, resolve, output: memoryStore() })).taskId,
      ),
    );
    expect(empty).toBe(none);
    expect(new Set([none, rows, codec]).size).toBe(3);
  });

  test('commitSplits rejects results if the plan was committed with other task options', async () => {
    const target = memoryStore();
    await commitSplits(await executed(target), { target });
    const again: SplitResult[] = [];
    for (const split of splits) {
      again.push(
        await executeSplit(split, rewriteTask({ rowGroupRows: 10 }), { attempt: 'o', resolve, output: target }),
      );
    }
    await expect(commitSplits(again, { target })).rejects.toThrow(
      /from task rewrite with other options: choose another folder/,
    );
  });

  test('commitSplits rejects results if an output is missing or was replaced', async () => {
    const target = memoryStore();
    const results = await executed(target);
    const [key] = [...target.files.keys()] as [string];
    const bytes = target.files.get(key) as Uint8Array;
    target.files.delete(key);
    await refused(results, /no such file/, target);
    target.files.set(key, bytes.subarray(0, -1));
    await refused(results, /bytes, but its result states/, target);
    target.files.set(key, new Uint8Array(bytes.length));
    await refused(results, /not a complete Parquet file/, target);
    const other = results.map(
      (result, i): SplitResult => (i > 0 ? result : { ...result, output: { ...result.output, rows: 1 } as never }),
    );
    target.files.set(key, bytes);
    await refused(other, /rows in .*, but its result states 1 in/, target);
  });

  test('commitSplits does not replace a file that its plan did not write', async () => {
    for (const [mode, key] of [
      ['dataset', 'part-00000.parquet'],
      ['one-file', 'data.parquet'],
    ] as const) {
      const target = memoryStore();
      const results = await executed(target);
      target.files.set(key, new Uint8Array(1));
      await expect(commitSplits(results, { target, mode })).rejects.toThrow(
        `the target already has a file ${key} that is not from this plan`,
      );
      expect(visible(target)).toEqual([key]);
    }
  });

  test('commitSplits rejects results if the plan was committed with another task', async () => {
    const target = memoryStore();
    await commitSplits(await executed(target), { target });
    const counts: SplitResult[] = [];
    for (const split of splits) counts.push(await executeSplit(split, countTask(), { attempt: 'c', resolve }));
    await expect(commitSplits(counts, { target })).rejects.toThrow(
      /from task rewrite, not from task count: choose another folder/,
    );
  });
});

describe('sweep', () => {
  test('sweep removes only old files: outputs that no manifest names, and temporary files', async () => {
    let now = 1000;
    const target = memoryStore(() => now);
    const commit: Commit = await commitSplits(await executed(target), { target });
    const orphan = `_parts/${'0'.repeat(64)}.dead.parquet`;
    const left = [
      '.data.parquet.12-ab12.tmp',
      `_parts/.${'1'.repeat(64)}.x.parquet.7-00ff.tmp`,
      '_manifest/.p.json.9-1.tmp',
    ];
    await target.put(orphan, new Uint8Array(1));
    for (const key of left) await target.put(key, new Uint8Array(1));
    await target.put('_parts/notes.txt', new Uint8Array(1));
    now = 5000;
    await target.put(`_parts/${'2'.repeat(64)}.young.parquet`, new Uint8Array(1));
    expect(await sweep(target, { olderThan: 3000, now })).toEqual(expect.arrayContaining([orphan, ...left]));
    expect(await sweep(target, { olderThan: 3000, now })).toEqual([]);
    expect([...target.files.keys()].filter((key) => /young|notes/.test(key))).toHaveLength(2);
    for (const { output } of commit.manifest.entries) expect(target.files.has(output?.uri ?? '')).toBe(true);
  });

  test('sweep removes outputs of one-file mode only with `published: true`, and only after they were published', async () => {
    const target = memoryStore();
    const results = await executed(target);
    await commitSplits(results, { target, mode: 'one-file' });
    expect(await sweep(target, { olderThan: 0 })).toEqual([]);
    expect(await sweep(target, { olderThan: 0, published: true })).toHaveLength(splits.length);
    // The commit can still be repeated.
    expect((await commitSplits(results, { target, mode: 'one-file' })).files).toHaveLength(1);
  });

  test('sweep removes nothing if a manifest is not valid', async () => {
    const target = memoryStore();
    await executed(target);
    target.files.set(`_manifest/${planId}.json`, new TextEncoder().encode('{"version":1'));
    const before = new Map(target.files);
    await expect(sweep(target, { olderThan: 0 })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(target.files).toEqual(before);
  });
});
