import { createCodecRegistry, createRegistry, EncodingId } from '@marquetry/core';
import { standardEncodings } from '@marquetry/encodings';
import { readFileMetaData } from '@marquetry/metadata';
import {
  executeSplit,
  type PlanSplitsOptions,
  planSplits,
  rewriteTask,
  type Split,
  type SplitTask,
} from '@marquetry/splits';
import { beforeAll, describe, expect, test } from 'vitest';
import { memoryFiles, memoryStore, type Read } from './memory.js';
import { tableFile } from './tables.js';

const files: Record<string, Uint8Array> = {};
const resolve = memoryFiles(files);
beforeAll(async () => {
  files['groups'] = await tableFile(1000, { rowGroupRows: 100 });
  files['pages'] = await tableFile(1000, { pageRows: 100 });
  files['uneven'] = await tableFile(1000, { pageBytes: 600 });
  files['plain'] = await tableFile(1000, { pageIndex: false });
  files['empty'] = await tableFile(0);
});

const plan = (names: readonly string[], options: PlanSplitsOptions = {}) =>
  planSplits(
    names.map((name) => `memory:${name}`),
    { resolve, ...options },
  );
const metadataOf = (split: Split, part = 0) =>
  readFileMetaData(Uint8Array.from(atob(split.parts[part]?.footer ?? ''), (character) => character.charCodeAt(0)));

describe('planSplits', () => {
  test('planSplits merges row groups up to the target size, even across files', async () => {
    const { splits } = await plan(['groups', 'groups'], { targetBytes: 2 ** 26 });
    expect(splits).toHaveLength(1);
    expect(splits[0]?.parts.map(({ rowGroups, rows }) => ({ rowGroups, rows }))).toEqual([
      { rowGroups: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], rows: [[0, 1000]] },
      { rowGroups: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], rows: [[0, 1000]] },
    ]);
    const bytes = splits[0]?.estimate.bytes ?? 0;
    const halves = await plan(['groups', 'groups'], { targetBytes: Math.ceil(bytes / 3) });
    expect(halves.splits.length).toBeGreaterThanOrEqual(4);
    for (const { estimate } of halves.splits) expect(estimate.bytes).toBeLessThanOrEqual(bytes / 3 + 64 * 30);
    expect(halves.splits.reduce((sum, { estimate }) => sum + estimate.rows, 0)).toBe(2000);
  });

  test('planSplits rejects a partition column that exists only in file paths, unless `columns` names only columns in the files', async () => {
    files['year=2026/part'] = files['groups'] as Uint8Array;
    const uri = ['year=2026/part'];
    const message =
      'the column year is only in the path, which splits do not read: name the columns to read with `columns`';
    await expect(plan(uri)).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      reason: message,
      at: { file: 'memory:year=2026/part' },
    });
    await expect(plan(uri, { columns: [], where: { year: 2026 } })).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      reason: expect.stringContaining('plan only the files with the wanted values'),
    });
    const all = await plan(['groups']);
    const chosen = await plan(uri, { columns: all.splits[0]?.columns ?? [] });
    expect(chosen.splits[0]?.estimate).toEqual(all.splits[0]?.estimate);
  });

  test('planSplits merges row groups into splits of about the same size', async () => {
    const [whole] = (await plan(['groups'])).splits;
    const rowGroupBytes = (whole?.estimate.bytes ?? 0) / 10;
    // Splits of 4, 4 and 2 row groups would fit as well.
    const { splits } = await plan(['groups'], { targetBytes: Math.ceil(4.4 * rowGroupBytes) });
    const counts = splits.map(({ parts }) => parts.flatMap(({ rowGroups }) => rowGroups).length);
    expect(counts.reduce((sum, count) => sum + count)).toBe(10);
    expect(counts).toHaveLength(3);
    expect(Math.max(...counts) - Math.min(...counts)).toBe(1);
  });

  test('planSplits cuts a large row group at rows where pages of all columns start', async () => {
    const { splits } = await plan(['pages'], { targetBytes: 6000 });
    expect(splits.length).toBeGreaterThan(2);
    const rows = splits.flatMap(({ parts }) => parts.flatMap((part) => part.rows));
    expect(rows[0]?.[0]).toBe(0);
    expect(rows.at(-1)?.[1]).toBe(1000);
    for (const [i, [from]] of rows.entries()) {
      expect(from % 100).toBe(0);
      if (i > 0) expect(from).toBe(rows[i - 1]?.[1]);
    }
  });

  test('planSplits cuts a row group at pages of the column with the most pages if pages of different columns never start at the same row', async () => {
    const { splits } = await plan(['uneven'], { targetBytes: 5000 });
    expect(splits.length).toBeGreaterThan(2);
    expect(splits.reduce((sum, { estimate }) => sum + estimate.rows, 0)).toBe(1000);
  });

  test('planSplits does not cut a row group without offset indexes', async () => {
    expect((await plan(['plain'], { targetBytes: 1000 })).splits).toHaveLength(1);
  });

  test('plans of equal files and options have the same ids, and other plans have different ids', async () => {
    const options = { where: { key: { lt: 50 } }, targetBytes: 3000 };
    const a = await plan(['groups', 'pages'], options);
    expect(await plan(['groups', 'pages'], options)).toEqual(a);
    const ids = new Set(a.splits.map(({ id }) => id));
    expect(ids.size).toBe(a.splits.length);
    for (const { id, splits } of [
      await plan(['pages', 'groups'], options),
      await plan(['groups', 'pages'], { ...options, columns: ['id'] }),
      await plan(['groups', 'pages'], { ...options, where: { key: { lt: 51 } } }),
      await plan(['groups', 'pages', 'pages'], options),
    ]) {
      expect(id).not.toBe(a.id);
      expect(splits.some((split) => ids.has(split.id))).toBe(false);
    }
  });

  test('planSplits omits row groups and pages without matching rows', async () => {
    const { splits } = await plan(['groups', 'pages'], { where: { id: { ge: 250n, lt: 420n } } });
    expect(splits[0]?.parts.map(({ rowGroups, rows }) => ({ rowGroups, rows }))).toEqual([
      { rowGroups: [2, 3, 4], rows: [[0, 300]] },
      { rowGroups: [0], rows: [[200, 500]] },
    ]);
  });

  test('a plan has one split if no row matches, so that an output with the schema is written', async () => {
    for (const names of [['groups', 'pages'], ['empty']]) {
      const { splits } = await plan(names, { where: { id: { lt: 0n } }, columns: ['key', 'tags'] });
      expect(splits).toHaveLength(1);
      expect(splits[0]?.estimate).toEqual({ rows: 0, bytes: 0 });
      const output = memoryStore();
      const result = await executeSplit(splits[0] as Split, rewriteTask(), { attempt: 'a', output, resolve });
      expect(result.output).toMatchObject({ rows: 0, rowGroups: 0 });
      expect(result.metrics).toMatchObject({ bytesRead: 0, requests: 0 });
    }
  });

  test('a split contains only the metadata that reading it needs', async () => {
    const { splits } = await plan(['pages'], { columns: ['key'], where: { name: 'name 31' } });
    const metadata = metadataOf(splits[0] as Split);
    expect(metadata.schema.map(({ name }) => name)).toEqual(['schema', 'key', 'name']);
    expect(metadata.rowGroups[0]?.columns.map(({ metaData }) => metaData?.statistics === undefined)).toEqual([
      true,
      false,
    ]);
    expect(splits[0]?.columns).toEqual(['key']);
    expect(metadata.keyValueMetadata).toBeUndefined();
  });

  test('a split contains the literals of its predicate as JSON', async () => {
    const { splits } = await plan(['groups'], {
      where: {
        and: [
          { id: { in: [1n, 2n] } },
          { name: { startsWith: new TextEncoder().encode('n') } },
          { x: { lt: Number.POSITIVE_INFINITY } },
        ],
      },
    });
    expect(splits[0]?.where).toEqual({
      and: [{ id: { in: ['1', '2'] } }, { name: { startsWith: { base64: 'bg==' } } }, { x: { lt: 'Infinity' } }],
    });
  });

  test('planSplits rejects functions in `where`, unknown columns, malformed or missing files, and invalid options', async () => {
    await expect(plan(['groups'], { where: { columns: ['id'], test: () => undefined } })).rejects.toThrow(
      /cannot contain functions: use `filterTask`/,
    );
    await expect(plan(['groups'], { columns: ['none'] })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      at: { file: 'memory:groups' },
    });
    await expect(plan([])).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    for (const targetBytes of [0, -1, 0.5, Number.NaN])
      await expect(plan(['groups'], { targetBytes })).rejects.toThrow(/`targetBytes`/);
    await expect(plan(['groups'], { target: 1 } as never)).rejects.toThrow(/no option `target`/);
    files['broken'] = new Uint8Array(100);
    await expect(plan(['groups', 'broken'])).rejects.toMatchObject({ code: 'CORRUPT', at: { file: 'memory:broken' } });
    await expect(plan(['groups', 'nowhere'])).rejects.toThrow(/no such file/);
  });
});

describe('a worker', () => {
  test('a worker that lacks an encoding or a codec rejects the split before it reads a byte', async () => {
    const [split] = (await plan(['groups'])).splits as [Split];
    expect(split.needs).toMatchObject({ codecs: [1], encrypted: false });
    expect(split.needs.encodings).toContain(EncodingId.PLAIN);
    const reads: Read[] = [];
    const watched = memoryFiles(files, { reads });
    const output = memoryStore();
    const options = { attempt: 'a', output, resolve: watched };
    await expect(
      executeSplit(split, rewriteTask(), {
        ...options,
        encodings: createRegistry([...standardEncodings].filter(({ id }) => id === EncodingId.PLAIN)),
      }),
    ).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringMatching(
        /encoding DELTA_BINARY_PACKED \(5\) of .* is not registered; .*install @marquetry\/delta/,
      ),
    });
    await expect(
      executeSplit(split, rewriteTask(), { ...options, codecs: createCodecRegistry() }),
    ).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringMatching(/codec SNAPPY \(1\) is not registered/),
    });
    const rare = { ...split, needs: { ...split.needs, encodings: [10] } };
    const { id: _, ...rest } = rare;
    const { contentId } = await import('../src/json.js');
    await expect(executeSplit({ ...rest, id: contentId(rest) }, rewriteTask(), options)).rejects.toThrow(
      /encoding ALP \(10\) of .* install @marquetry\/alp and add alp/,
    );
    expect(reads).toEqual([]);
    expect(output.files.size).toBe(0);
  });

  test('a worker rejects a source that was replaced, and writes nothing', async () => {
    files['changing'] = files['groups'] as Uint8Array;
    const [split] = (await plan(['changing'])).splits as [Split];
    for (const bytes of [files['pages'] as Uint8Array, (files['groups'] as Uint8Array).slice(1)]) {
      files['changing'] = bytes;
      const output = memoryStore();
      await expect(executeSplit(split, rewriteTask(), { attempt: 'a', output, resolve })).rejects.toMatchObject({
        code: 'CORRUPT',
        at: { file: 'memory:changing' },
        reason: expect.stringMatching(/^the file has changed since the split was planned \(.*\): plan again$/),
      });
      expect(output.files.size).toBe(0);
    }
  });

  test('a worker closes its sources, even after an error', async () => {
    let open = 0;
    const counting: typeof resolve = async (uri, known, signal) => {
      const source = await resolve(uri, known, signal);
      open++;
      return { ...source, close: async () => void open-- };
    };
    const { splits } = await planSplits(['memory:groups', 'memory:pages'], { resolve: counting });
    await expect(planSplits(['memory:groups'], { resolve: counting, columns: ['none'] })).rejects.toThrow(/none/);
    expect(open).toBe(0);
    await executeSplit(splits[0] as Split, rewriteTask(), { attempt: 'a', output: memoryStore(), resolve: counting });
    expect(open).toBe(0);
    const missing: typeof resolve = (uri, known, signal) => counting(uri.replace('pages', 'none'), known, signal);
    const failing = executeSplit(splits[0] as Split, rewriteTask(), {
      attempt: 'a',
      output: memoryStore(),
      resolve: missing,
    });
    await expect(failing).rejects.toMatchObject({ code: 'CORRUPT' });
    expect(open).toBe(0);
  });

  test('a worker stops when its signal is aborted, and writes nothing', async () => {
    const [split] = (await plan(['groups'])).splits as [Split];
    const output = memoryStore();
    const stop = new AbortController();
    const stopping: SplitTask = {
      ...rewriteTask(),
      run: async (input) => {
        input.writer();
        for await (const _ of input.batches()) stop.abort(new Error('stopped'));
        return undefined;
      },
    };
    await expect(executeSplit(split, stopping, { attempt: 'a', output, resolve, signal: stop.signal })).rejects.toThrow(
      'stopped',
    );
    await expect(
      executeSplit(split, rewriteTask(), { attempt: 'a', output, resolve, signal: stop.signal }),
    ).rejects.toThrow('stopped');
    expect(output.files.size).toBe(0);
  });

  test('a worker writes a file only if the task has `writes: true`', async () => {
    const [split] = (await plan(['groups'])).splits as [Split];
    const output = memoryStore();
    const idle: SplitTask = { name: 'idle', writes: true, run: async () => undefined };
    expect((await executeSplit(split, idle, { attempt: 'a', output, resolve })).output).toMatchObject({
      rows: 0,
      rowGroups: 0,
    });
    const reading: SplitTask = {
      name: 'reading',
      writes: false,
      run: async (input) => ({ rows: await input.count() }),
    };
    expect(await executeSplit(split, reading, { attempt: 'b', output, resolve })).toMatchObject({
      value: { rows: 1000 },
    });
    expect(output.files.size).toBe(1);
    const cheating: SplitTask = { ...reading, run: async (input) => void input.writer() as undefined };
    await expect(executeSplit(split, cheating, { attempt: 'c', output, resolve })).rejects.toThrow(
      /does not write: set `writes: true` in the task/,
    );
    const large: SplitTask = { ...reading, run: async () => 'x'.repeat(2000) };
    await expect(executeSplit(split, large, { attempt: 'd', resolve })).rejects.toMatchObject({ code: 'LIMIT' });
    expect(await executeSplit(split, large, { attempt: 'd', resolve, valueBytes: 3000 })).toMatchObject({
      task: 'reading',
    });
    await expect(executeSplit(split, rewriteTask(), { attempt: 'e', resolve })).rejects.toThrow(/pass `output`/);
  });

  test('a worker returns a result of less than 2 KB, and reports progress', async () => {
    const [split] = (await plan(['groups'], { where: { key: { ge: 0 } } })).splits as [Split];
    const seen: { readonly rows: number; readonly of: number }[] = [];
    const result = await executeSplit(split, rewriteTask(), {
      attempt: 'x'.repeat(64),
      output: memoryStore(),
      resolve,
      onProgress: (done) => seen.push(done),
    });
    expect(JSON.stringify(result).length).toBeLessThan(2048);
    expect(seen.at(-1)).toEqual({ rows: 900, of: 1000 });
  });
});
